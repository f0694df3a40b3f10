// Thinking: this page searches what its table asks for (`Search`): the moves of computer players,
// hints and analyses. Where there is no engine, or the device is too weak, the server does.
import type { Analysis, Computer } from "../engine/computer";
import type { Advice, MoveAdvice, Search, TableView, Up } from "../protocol";

/** What is used of a computer in this browser: tests give others. */
export type LocalComputer = Pick<
  Computer,
  "prepare" | "choose" | "hint" | "analyse" | "review" | "isStrongEnough" | "close"
>;
type Task = { asked: Search; abort: AbortController } | null;
/** One search of each sort runs at a time. */
const SORTS = {
  move: "moving",
  hint: "advising",
  analysis: "advising",
  review: "reviewing",
} as const;
type Sort = (typeof SORTS)[Search["kind"]];

/** What thinking needs of the page. */
export interface Surroundings {
  send(frame: Up): void;
  /** Show what is thought of a position. */
  advise(advice: Advice): void;
  /** Ask again for the advice that is wanted: somebody else is to give it. */
  askAgain(): void;
  find(game: string, options: TableView["options"]): Promise<LocalComputer | null>;
  /** Does nobody else think? Then it does not matter how weak the device is. */
  isAlone: boolean;
  now(): number;
  wait(ms: number): Promise<void>;
}

const BEST = 5; // moves that are told, as in src/tablier/play/views.py
const NEWS_MS = 250; // between two reports of an analysis
const LONGEST = 900; // seconds of an analysis: then the device may rest
const SOON_MS = 1500; // to load an engine before a server is asked for advice
const FOR_ADVICE = 8; // a device that is too weak for this level does not advise
const REST_MS = 60_000; // of a device that was too weak: it may only have been busy
const MOMENT_MS = 1000; // where nobody else thinks: until it is tried again, each time twice as long

type Shape = Pick<MoveAdvice, "path" | "route">;

/** The engine, loaded when it is needed: the page itself does without it. */
export async function findComputer(
  game: string,
  options: TableView["options"],
): Promise<LocalComputer | null> {
  const { computerOf } = await import("../engine/computer");
  return computerOf(game, options);
}

export class Thinking {
  private computer: LocalComputer | null = null;
  private finding: Promise<void> | null = null;
  /** Does the server think now, since the device was too weak? */
  private hasDeclined = false;
  private restsUntil = -Infinity;
  private rest: number;
  private moving: Task = null;
  private advising: Task = null;
  private reviewing: Task = null;
  /** How the moves of the position look that is analysed, as the table has told it. */
  private shapes = new Map<string, Shape>();
  private told = -Infinity;
  private closed = false;

  constructor(private readonly around: Surroundings) {
    this.rest = around.isAlone ? MOMENT_MS : REST_MS;
  }

  /** Does it offer to think? */
  get isReady(): boolean {
    return this.computer !== null && this.around.now() >= this.restsUntil;
  }

  /** Look for an engine, and offer to think if there is one; resolves when that is known.
   *  A device that was too weak offers it again when it has rested. */
  prepare(view: TableView): Promise<void> {
    if (this.hasDeclined) this.offer();
    if (this.computer || this.closed) return Promise.resolve();
    this.finding ??= this.around
      .find(view.game, view.options)
      .catch(() => null)
      .then((computer) => {
        this.finding = null;
        if (this.closed) computer?.close();
        else if ((this.computer = computer)) this.offer();
        else if (this.around.isAlone) void this.later(() => this.prepare(view));
      });
    return this.finding;
  }

  /** The same, but where there is a server advice does not wait long for an engine. */
  prepareSoon(view: TableView): Promise<void> {
    const prepared = this.prepare(view);
    return this.around.isAlone ? prepared : Promise.race([prepared, this.around.wait(SOON_MS)]);
  }

  /** Act once it has offered to think, if nobody else does. */
  async before(view: TableView, act: () => void) {
    if (this.around.isAlone) await this.prepare(view);
    act();
  }

  /** Offer it again: a page that slept may have been given up. */
  offer() {
    if (!this.isReady) return;
    this.hasDeclined = false;
    this.computer?.prepare();
    this.around.send({ type: "thinks", on: true });
  }

  /** Do what the table asks for. */
  async search(asked: Search) {
    const task = { asked, abort: new AbortController() };
    const sort = SORTS[asked.kind];
    this.end(sort);
    this[sort] = task;
    if (sort === "advising") this.shapes.clear();
    try {
      if (!(await this.isStrongEnough(asked))) return this.decline();
      if (!task.abort.signal.aborted) await this.run(asked, task.abort.signal);
      if (!task.abort.signal.aborted && this.advising === task) this.advising = null;
    } catch (reason) {
      if (task.abort.signal.aborted || (reason as Error).name === "AbortError") return;
      reportError(reason);
      this.decline();
    }
  }

  private async isStrongEnough({ level, state }: Search): Promise<boolean> {
    if (this.around.isAlone) return true;
    const isStrong = await this.computer!.isStrongEnough(level ?? FOR_ADVICE, bytesOf(state));
    if (isStrong) this.rest = REST_MS;
    return isStrong;
  }

  /** Leave it to others, each time twice as long. */
  private decline() {
    this.endAll();
    this.around.send({ type: "thinks", on: false });
    if (this.around.isAlone) return this.offerLater();
    this.hasDeclined = true;
    this.restsUntil = this.around.now() + this.rest;
    this.rest *= 2;
    this.around.askAgain();
  }

  /** Nobody else thinks: what has failed is tried again. */
  offerLater() {
    void this.later(() => {
      this.offer();
      this.around.askAgain();
    });
  }

  private async later(act: () => void) {
    await this.around.wait(this.rest);
    this.rest *= 2;
    if (!this.closed) act();
  }

  private async run(asked: Search, signal: AbortSignal) {
    const position = bytesOf(asked.state);
    if (asked.kind === "move") return this.move(asked, position, signal);
    if (asked.kind !== "analysis") {
      const found = await this.computer![asked.kind](position, signal);
      return this.tell(asked, found, true);
    }
    const tell = (found: Analysis) => {
      if (signal.aborted || this.around.now() - this.told < NEWS_MS) return;
      this.told = this.around.now();
      this.tell(asked, found, false);
    };
    const found = await this.computer!.analyse(position, tell, { seconds: LONGEST, signal });
    if (!signal.aborted) this.tell(asked, found, true);
  }

  private async move(
    { number, level, seed, seconds }: Search,
    position: Uint8Array,
    signal: AbortSignal,
  ) {
    const chosen = await this.computer!.choose({
      ...{ position, signal, level: level!, seed: BigInt(seed) },
      seconds: seconds ?? undefined,
    });
    if (!signal.aborted) this.around.send({ type: "computed", number, token: chosen.token });
  }

  /** Show it; how moves look that are not known yet, the table tells in its answer. */
  private tell({ number, ply, kind }: Search, { moves, ...rest }: Analysis, final: boolean) {
    const tried = moves.filter((move) => move.visits || move.proven).slice(0, BEST);
    const best = tried.length ? tried : moves.slice(0, 1);
    if (kind === "analysis" && best.every(({ token }) => this.shapes.has(token))) {
      const shown = best.map((move) => ({ ...move, ...this.shapes.get(move.token)! }));
      this.around.advise({ type: "advice", ply, kind, moves: shown, ...rest, final });
      return;
    }
    const found = best.map(({ line, visits, values, proven }) => ({
      line,
      visits,
      values,
      proven,
    }));
    this.around.send({ type: "found", number, moves: found, ...rest, final });
  }

  /** Remember how moves look. */
  learn({ moves }: Advice) {
    for (const { token, path, route } of moves) this.shapes.set(token, { path, route });
  }

  /** Compute no move that is no longer wanted. */
  follow(view: TableView) {
    const isWanted = !view.result && view.position.ply === this.moving?.asked.ply;
    if (!isWanted) this.end("moving");
  }

  /** No advice is wanted any more. */
  stop() {
    this.end("advising");
  }

  /** While nobody sees the page, an analysis rests; then it goes on where it was. */
  show(visible: boolean) {
    const asked = this.advising?.asked;
    if (asked?.kind === "analysis") {
      if (visible) void this.search(asked);
      else this.advising!.abort.abort();
    }
    if (visible) this.offer();
  }

  private end(what: Sort) {
    this[what]?.abort.abort();
    this[what] = null;
  }

  private endAll() {
    for (const each of Object.values(SORTS)) this.end(each);
  }

  close() {
    this.closed = true;
    this.endAll();
    this.computer?.close();
  }
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
