// A worker of the page that searches: trees of its own, one task at a time, the last one asked.
import { Player } from "./player.ts";
import type { Task } from "./slices.ts";
import { type Report, Tree } from "./tree.ts";

/** The first message: the engine. */
export interface Setup {
  module: WebAssembly.Module;
  net?: Uint8Array;
  seats: number;
}

/** A task without a position only ends the one before it. */
export type Message = Setup | Task | { number: number };

export interface Answer {
  number: number;
  report: Report;
  done: boolean;
  /** The move that was chosen. */
  action?: number;
}

const KEPT = 4; // players that are remembered

let setup: Setup;
let current = 0;
const players = new Map<string, Player>();
const channel = new MessageChannel();

/** A turn of the event loop, which timers would make last 4 ms. */
const pause = () =>
  new Promise<void>((go) => {
    channel.port1.onmessage = () => go();
    channel.port2.postMessage(0);
  });

/** The player of a task, who was asked last from now on. */
function playerOf({ player: name, ...wish }: Task): Player {
  const player = players.get(name) ?? new Player(new Tree(setup.module, { ...setup, ...wish }));
  players.delete(name);
  players.set(name, player);
  const [oldest] = players.keys();
  if (players.size > KEPT) players.delete(oldest);
  return player;
}

self.onmessage = ({ data }: MessageEvent<Message>) => {
  if ("module" in data) {
    setup = data;
    return;
  }
  const { number } = data;
  current = number;
  if (!("position" in data)) return;
  const working = playerOf(data).work(data, {
    now: () => performance.now(),
    pause,
    isCurrent: () => current === number,
    report: (report, done, action) =>
      postMessage({ number, report, done, action } satisfies Answer),
  });
  working.catch(reportError); // which the page hears of
};
