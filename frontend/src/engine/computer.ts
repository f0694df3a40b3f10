// Computer: what thinks in this browser: players of all levels, hints and analyses of a game.
// Pages import this module alone, when it is needed; it starts workers and loads engines by itself.
// Positions are the bytes of a state, moves are tokens. A level is as strong as on a server: the same
// simulations grow the same tree, and the same move is chosen (tests/engines/test_players.py).
import { partOf } from "../payoffs.ts";
import type { Found } from "./thinker.ts";
import { type Loaded, load, type Options } from "./files.ts";
import { form, leastLooks, neededSpeed, onTheDay } from "./levels.ts";
import { type SearchWorker, Thinker } from "./thinker.ts";

export type { Options } from "./files.ts";

export interface ChoiceWish {
  position: Uint8Array;
  /** From 1 to 10. */
  level: number;
  /** The same during a game: it says how good the day is, and whose tree it is. */
  seed: bigint;
  /** The most time that there is, if a clock runs. */
  seconds?: number;
  signal?: AbortSignal;
}

export interface Chosen {
  token: string;
  analysis: Analysis;
}

/** A move as the search sees it, with the names of `MoveAdvice` in the protocol. */
export interface AnalysedMove {
  token: string;
  visits: number;
  /** The mover's, from 0 to 1. */
  winrate: number;
  proven: boolean;
  /** The move and the best play after it. */
  line: string[];
  /** What each seat can expect after it, from −1 to 1. */
  values: number[];
  /** How promising it looked at first sight. */
  prior: number;
}

/** What is known of a position: all its moves, the best first. */
export interface Analysis {
  moves: AnalysedMove[];
  values: number[];
  visits: number;
  proven: boolean;
}

const ANALYSIS_MEMORY = 256_000_000; // bytes of all workers together: it may go on for long
const MEASURING = 0.06; // seconds at most, of a device that may be too weak
// A worker takes 5 MB besides its tree, and the trees share what there is, so memory is no reason for
// few of them. But each tells of its tree ten times a second, and the page merges all trees each time:
// twice the workers are four times the work for the one processor that draws.
const MOST_WORKERS = 8;
// A browser may tell of the memory of the device: small phones have eight processors, too.
const WORKERS_A_GIGABYTE = 2;
const TREES_A_GIGABYTE = 32_000_000; // bytes of an analysis

/** What workers are for: a hint does not end a choice. */
type Kind = "play" | "hint" | "analysis" | "review";

const computers = new Map<string, Promise<Computer | null>>();

/** The computer of a game in this browser; null where there is none: then a server thinks. */
export function computerOf(game: string, options: Options): Promise<Computer | null> {
  const key = JSON.stringify([game, Object.entries(options).sort()]);
  const known = computers.get(key);
  if (known) return known;
  const made = load(game, options)
    .then((loaded) => loaded && new Computer(loaded))
    .catch(() => null);
  computers.set(key, made);
  void made.then((computer) => computer ?? computers.delete(key));
  return made;
}

const start = (): SearchWorker =>
  new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

export class Computer {
  private readonly loaded: Loaded;
  private readonly startWorker: () => SearchWorker;
  private readonly thinkers = new Map<string, Thinker>();
  /** The most simulations a second that one worker has reached; 0: it is not known. */
  private speed = 0;
  private measuring: Promise<number> | null = null;

  constructor(loaded: Loaded, startWorker = start) {
    this.loaded = loaded;
    this.startWorker = startWorker;
  }

  /** Have a worker ready: it takes longer to start than to measure or to choose. */
  prepare() {
    this.thinker("play");
  }

  /** Choose a move as a player of that level does. Another choice ends it, and so does the signal. */
  async choose({ position, level, seed, seconds, signal }: ChoiceWish): Promise<Chosen> {
    const { plan, levels } = this.loaded;
    const { insight, ...day } = onTheDay(levels, level, form(seed));
    if (this.measuring) await this.measuring;
    const found = await this.thinker("play").think(
      {
        ...{ position, seed, memory: this.loaded.memory, player: `${level} ${seed}` },
        plan: { ...plan, insight },
        simulations: day.simulations,
        seconds: least(day.seconds, seconds),
        atLeast: seconds === undefined ? leastLooks(levels, level) : 0,
        choice: { softness: day.softness, seed },
      },
      undefined,
      signal,
    );
    if (found.action === undefined) throw signal?.reason ?? new DOMException("", "AbortError");
    return { token: this.loaded.tokens[found.action], analysis: this.told(found) };
  }

  /** What a strong player thinks of the position, as a server would say it. */
  async hint(position: Uint8Array, signal?: AbortSignal): Promise<Analysis> {
    const task = { ...this.advice(position, "hint"), ...this.loaded.advice.hint };
    const found = await this.thinker("hint").think(task, undefined, signal);
    signal?.throwIfAborted();
    return this.told(found);
  }

  /** How many positions this device can look at side by side. */
  get lanes(): number {
    return workers();
  }

  /** What the review of a game says of one of its positions; the tree of the one before is kept. Each
   *  lane has a worker of its own. */
  async review(position: Uint8Array, signal?: AbortSignal, lane = 0): Promise<Analysis> {
    const task = { ...this.advice(position, "review"), ...this.loaded.advice.review };
    const found = await this.thinker("review", lane).think(task, undefined, signal);
    signal?.throwIfAborted();
    return this.told(found);
  }

  /** Look deeper and deeper with several workers until it is stopped, for so many seconds at most, or
   *  until all is known. A position after the last one begins with what is known of it. */
  async analyse(
    position: Uint8Array,
    tell: (analysis: Analysis) => void,
    { seconds, signal }: { seconds?: number; signal?: AbortSignal } = {},
  ): Promise<Analysis> {
    const memory = Math.min(ANALYSIS_MEMORY, TREES_A_GIGABYTE * gigabytes());
    const task = { ...this.advice(position, "analysis"), memory, seconds };
    const found = await this.thinker("analysis").think(
      task,
      (each) => tell(this.told(each)),
      signal,
    );
    return this.told(found);
  }

  /** Is this device fast enough for a level? That is measured in less than a tenth of a second, and
   *  again each time that it was not: it may have been busy. */
  async isStrongEnough(level: number, position: Uint8Array): Promise<boolean> {
    const needed = neededSpeed(this.loaded.levels, level);
    if (this.speed >= needed) return true;
    this.measuring ??= this.measured(position).finally(() => (this.measuring = null));
    return (await this.measuring) >= needed;
  }

  /** Simulations a second; a position about which all is known needs none, and a measurement that was
   *  ended says nothing. */
  private async measured(position: Uint8Array): Promise<number> {
    const { levels } = this.loaded;
    const enough = neededSpeed(levels, levels.length);
    const task = { ...this.advice(position, "measuring"), seconds: MEASURING, enough };
    const { speed, proven, visits } = await this.thinker("play").think(task);
    this.speed = Math.max(this.speed, speed);
    return proven || !visits ? Infinity : this.speed;
  }

  /** End all workers and forget what they know; others are started when they are needed. */
  close() {
    for (const thinker of this.thinkers.values()) thinker.end();
    this.thinkers.clear();
  }

  private advice(position: Uint8Array, player: string) {
    const { plan, advice } = this.loaded;
    return { position, player, plan, seed: 0n, memory: advice.memory };
  }

  private thinker(kind: Kind, lane = 0): Thinker {
    const key = `${kind} ${lane}`;
    const known = this.thinkers.get(key);
    if (known && !known.failed) return known;
    known?.end();
    const count = kind === "analysis" ? workers() : 1;
    const made = new Thinker(this.loaded, Array.from({ length: count }, this.startWorker));
    this.thinkers.set(key, made);
    return made;
  }

  private told({ moves, turn, ...rest }: Found): Analysis {
    const { tokens } = this.loaded;
    const { values, visits, proven } = rest;
    const told = moves.map(({ action, line, ...move }) => ({
      ...move,
      token: tokens[action],
      winrate: partOf(move.values[turn], move.values.length),
      line: line.map((each) => tokens[each]),
    }));
    return { moves: told, values, visits, proven };
  }
}

/** As many as there are processors, but one, which draws the page. */
function workers(): number {
  const processors = (navigator.hardwareConcurrency || 2) - 1;
  return Math.max(1, Math.min(MOST_WORKERS, processors, WORKERS_A_GIGABYTE * gigabytes()));
}

/** Of memory that the device has, as far as the browser tells: 8 at most, of larger ones too. */
function gigabytes(): number {
  return (navigator as { deviceMemory?: number }).deviceMemory ?? Infinity;
}

function least(one: number | null, other: number | undefined): number | undefined {
  const most = Math.min(one ?? Infinity, other ?? Infinity);
  return most === Infinity ? undefined : most;
}
