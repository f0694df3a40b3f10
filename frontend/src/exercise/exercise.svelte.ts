// The state of a puzzle or a lesson in this browser; the server judges every move.
import { trail, type Trail } from "../board/geometry";
import type { Choice, LessonView, MoveAdvice, PositionView, PuzzleStep, Tried } from "../protocol";
import { reducedMotion } from "../settings.svelte";
import type { Animator } from "../board/movement";
import { refusalOf } from "../words.svelte";

const PAUSE_MS = 450; // before the answer to a move
const NOBODY: Choice[] = [];

/** What is to be solved, and how the server is asked. */
interface Source {
  readonly seat: number;
  ask: (tried: Tried) => Promise<LessonView>;
  onsolved: (clean: boolean) => void;
}

export class Exercise {
  /** What the server last said about the moves so far. */
  view: LessonView | null = $state.raw(null);
  /** The position on the board: that of `view`, or one that is animated. */
  shown: PositionView | null = $state.raw(null);
  last: Trail | null = $state.raw(null);
  hint: MoveAdvice | null = $state.raw(null);
  /** Is the whole hint shown, or only where the move begins? */
  told = $state(false);
  error = $state("");
  animator: Animator | null = null;

  /** The right moves so far. */
  tokens: string[] = $state.raw([]);
  /** Was it gone about without a hint or a wrong move so far? */
  isClean = true;
  private before: LessonView | null = null;
  private busy = $state(false);
  private asked: Promise<void> = Promise.resolve();

  constructor(private readonly source: Source) {
    this.begin();
  }

  /** Is the last move to be taken back? */
  isMissed = $derived.by(() => this.view?.verdict === "wrong" || this.view?.verdict === "slow");
  private isOver = $derived.by(() => this.isMissed || this.view?.verdict === "solved");

  choices: Choice[] = $derived.by(() =>
    this.busy || this.isOver ? NOBODY : (this.shown?.choices ?? NOBODY),
  );

  /** The moves of others in the answer to the last move. */
  private theirs = $derived.by(
    () => this.view?.steps.filter((step) => step.seat !== this.source.seat) ?? [],
  );
  answer = $derived.by(() => this.theirs.map((step) => step.token).join(" "));
  /** Who has answered, if anybody. */
  answerer = $derived.by(() => this.theirs[0]?.seat);

  /** From the beginning, or in another language as far as it has come. */
  async begin() {
    this.tokens = [];
    await this.ask(
      () => ({ tokens: [] }),
      (view) => this.show(view, null),
    );
  }

  async speak() {
    if (!this.view || this.isMissed) return this.begin();
    await this.ask(
      () => ({ tokens: this.tokens }),
      (view) => this.show(view, this.last),
    );
  }

  async play(token: string, dragged = false) {
    this.busy = true;
    this.before = this.view;
    await this.ask(
      () => ({ tokens: [...this.tokens, token] }),
      async (view) => {
        await this.walk(view.steps, dragged);
        const isMissed = view.verdict === "wrong" || view.verdict === "slow";
        if (!isMissed) this.tokens = [...this.tokens, token];
        if (view.verdict === "wrong") this.isClean = false;
        if (view.verdict === "solved") this.source.onsolved(this.isClean);
        this.show(view, this.last);
      },
    );
    this.shown = this.view?.position ?? null; // also if the animation was cut short
    this.busy = false;
  }

  /** Take back the last move. */
  again() {
    if (this.before) this.show(this.before, null);
  }

  try(path: string[]) {
    return this.ask(
      () => ({ tokens: this.tokens, path }),
      (view) => {
        this.error = view.refusal?.sentence ?? "";
      },
    );
  }

  /** First where the move begins, then the move. */
  async help() {
    this.isClean = false;
    if (this.hint) this.told = true;
    else
      await this.ask(
        () => ({ tokens: this.tokens, hint: true }),
        (view) => {
          this.hint = view.hint;
        },
      );
  }

  /** Ask once the previous answer has been shown, so that answers keep their order. */
  private ask(tried: () => Tried, then: (view: LessonView) => unknown): Promise<void> {
    this.asked = this.asked.then(() => this.askNow(tried(), then));
    return this.asked;
  }

  private async askNow(tried: Tried, then: (view: LessonView) => unknown) {
    this.error = "";
    try {
      await then(await this.source.ask(tried));
    } catch (reason) {
      this.error = refusalOf(reason);
    }
  }

  private async walk(steps: PuzzleStep[], dragged: boolean) {
    for (const [i, step] of steps.entries()) {
      if (i > 0 && !reducedMotion()) await new Promise((done) => setTimeout(done, PAUSE_MS));
      if (i > 0 || !dragged) await this.animator?.travel(step.route);
      this.last = trail(this.shown!.marks, step.position.marks, step.route);
      this.shown = step.position;
    }
  }

  private show(view: LessonView, last: Trail | null) {
    this.view = view;
    this.shown = view.position;
    this.last = last;
    this.hint = null;
    this.told = false;
  }
}
