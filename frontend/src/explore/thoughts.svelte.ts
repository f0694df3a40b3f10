// What the page's own engine thinks of the node that is shown, while it is asked to.
import type { Analysis, Computer } from "../engine/computer";
import { partOf } from "../payoffs";
import type { Answered, Explored } from "../protocol";
import { rounded } from "./tree";

const NEWS_MS = 250; // between two reports
const LONGEST = 60; // seconds for one position: then the device may rest
const ENOUGH = 200; // simulations, before a value is worth keeping

/** What is kept of values: parts of the point. */
export const sharesOf = (values: number[]) =>
  values.map((value) => rounded(partOf(value, values.length)));

/** The bytes of a position, as an engine reads them. */
export const bytesOf = ({ state }: Answered) =>
  Uint8Array.from(atob(state), (letter) => letter.charCodeAt(0));

export type Keep = (id: number, shares: number[], proven: boolean) => void;

export class Thoughts {
  on = $state(false);
  /** What is known so far of the node that is shown. */
  analysis: Analysis | null = $state.raw(null);
  /** Is there no engine here? */
  missing = $state(false);
  private computer: Computer | null = null;
  private subject: { id: number; look: Answered } | null = null;
  private abort: AbortController | null = null;
  private told = 0;

  constructor(
    private readonly game: string,
    private readonly options: Explored["options"],
    private readonly keep: Keep,
  ) {}

  switch(on: boolean) {
    this.on = on;
    this.begin();
  }

  /** Another node is shown. */
  follow(id: number, look: Answered) {
    if (this.subject?.id === id && this.subject.look.state === look.state) return;
    this.subject = { id, look };
    this.begin();
  }

  /** While nobody sees the page, it rests. */
  rest(hidden: boolean) {
    if (hidden) this.abort?.abort();
    else this.begin();
  }

  private begin() {
    this.abort?.abort();
    this.analysis = null;
    if (this.on && this.subject?.look.position.choices.length) void this.think(this.subject);
  }

  private async think({ id, look }: { id: number; look: Answered }) {
    const abort = (this.abort = new AbortController());
    try {
      const computer = await this.find();
      this.missing = computer === null;
      if (!computer || abort.signal.aborted) return;
      const tell = (found: Analysis) => this.tell(id, found, abort.signal, false);
      const found = await computer.analyse(bytesOf(look), tell, {
        seconds: LONGEST,
        signal: abort.signal,
      });
      this.tell(id, found, abort.signal, true);
    } catch (reason) {
      if (!abort.signal.aborted) reportError(reason);
    }
  }

  /** What thinks in this browser; null where there is none. */
  async find(): Promise<Computer | null> {
    if (this.computer) return this.computer;
    const { computerOf } = await import("../engine/computer");
    this.computer = await computerOf(this.game, this.options);
    return this.computer;
  }

  private tell(id: number, found: Analysis, signal: AbortSignal, final: boolean) {
    const now = performance.now();
    if (signal.aborted || (!final && now - this.told < NEWS_MS)) return;
    this.told = now;
    this.analysis = found;
    if (found.visits >= ENOUGH || found.proven) this.keep(id, sharesOf(found.values), found.proven);
  }

  close() {
    this.abort?.abort();
    this.computer?.close();
  }
}
