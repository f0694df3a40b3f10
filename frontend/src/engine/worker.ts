// A worker of the page that searches: one tree of its own, one task at a time, the last one asked.
import { type Task, work } from "./slices.ts";
import { type Report, Tree, type Wish } from "./tree.ts";

/** The first message: the engine and how to search. */
export interface Setup {
  module: WebAssembly.Module;
  wish: Wish;
}

export interface Answer {
  number: number;
  report: Report;
  done: boolean;
}

let tree: Tree | undefined;
let current = 0;
const channel = new MessageChannel();

/** A turn of the event loop, which timers would make last 4 ms. */
const pause = () =>
  new Promise<void>((go) => {
    channel.port1.onmessage = () => go();
    channel.port2.postMessage(0);
  });

self.onmessage = ({ data }: MessageEvent<Setup | Task>) => {
  if ("module" in data) {
    tree = new Tree(data.module, data.wish);
    return;
  }
  const { number } = data;
  current = number;
  if (!tree || !data.position.length) return;
  void work(tree, data, {
    now: () => performance.now(),
    pause,
    isCurrent: () => current === number,
    report: (report, done) => postMessage({ number, report, done } satisfies Answer),
  });
};
