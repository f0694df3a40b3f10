// Grows trees under Node as the jobs in a file say, and writes their bytes and reports, and what
// all trees together say that end at the position of the first.
// node trees.ts JOBS.json OUT
import assert from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import { merged } from "../../frontend/src/engine/merge.ts";
import {
  type Report,
  Tree,
  type Wish,
} from "../../frontend/src/engine/tree.ts";

interface Job {
  engine: string;
  wish: Omit<Wish, "net" | "seed"> & { net?: string; seed: number };
  steps: { position: string; simulations: number[] }[];
}

const [jobs, out] = process.argv.slice(2);
const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64"));
const ends = new Map<string, Report[]>();
(JSON.parse(readFileSync(jobs, "utf-8")) as Job[]).forEach((job, number) => {
  const module = new WebAssembly.Module(readFileSync(job.engine));
  const net =
    job.wish.net === undefined ? undefined : readFileSync(job.wish.net);
  const seed = BigInt(job.wish.seed);
  const tree = new Tree(module, { ...job.wish, seed, net });
  const older = bytes(job.steps[0].position).slice(1); // of rules with a smaller state
  assert.throws(() => tree.lookAt(older), /other rules/);
  job.steps.forEach(({ position, simulations }, step) => {
    tree.lookAt(bytes(position));
    simulations.forEach((each) => tree.grow(each));
    writeFileSync(`${out}/${number}-${step}.nodes`, tree.bytes);
    writeFileSync(
      `${out}/${number}-${step}.json`,
      JSON.stringify(tree.report()),
    );
  });
  const { position } = job.steps[job.steps.length - 1];
  ends.set(position, [...(ends.get(position) ?? []), tree.report()]);
});
writeFileSync(
  `${out}/merged.json`,
  JSON.stringify({ ...merged([...ends.values()][0]), turn: undefined }),
);
