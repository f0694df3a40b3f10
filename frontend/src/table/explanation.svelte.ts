// Why a suggested move is good, in words; whoever found the move, the rules say it.
import type { Advice, Explained, Up } from "../protocol";
import { say } from "../words.svelte";

const MOST_IDEAS = 6;

export class Explanation {
  private said: Explained | null = $state.raw(null);
  private asked = "";

  constructor(private send: (frame: Up) => void) {}

  /** Ask about the best move of an advice, once for each position and move, and at the end. */
  ask(advice: Advice | null) {
    const best = advice?.moves[0];
    if (!advice || !best) return;
    const key = `${advice.ply} ${best.token} ${advice.final}`;
    if (key === this.asked) return;
    this.asked = key;
    const moves = advice.moves
      .slice(0, MOST_IDEAS)
      .map(({ token, winrate, proven, line }) => ({ token, winrate, proven, line }));
    this.send({ type: "explain", ply: advice.ply, moves });
  }

  /** Ask again: of another position, in another language, or on a new connection. */
  resume() {
    this.asked = "";
    this.said = null;
  }

  tell(frame: Explained) {
    this.said = frame;
  }

  /** A hint in words, once its reasons are known. */
  hint(advice: Advice | null): string {
    const best = advice?.kind === "hint" ? advice.moves[0] : undefined;
    const why = best ? this.of(advice!.ply, best.token) : null;
    return why === null ? "" : say("status.hint", { token: best!.token, why }).trim();
  }

  /** The reasons for that move; null while they are not known. */
  of(ply: number, token: string): string | null {
    return this.said?.ply === ply && this.said.token === token ? this.said.sentence : null;
  }
}
