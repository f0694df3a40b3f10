// Chooses moves under Node as the jobs in a file say, with the files of a folder, and writes which;
// and how the levels of a game play on the days of some seeds.
// node players.ts JOBS.json FOLDER
import { readFileSync } from "node:fs";
import type { Engines } from "../../frontend/src/engine/files.ts";
import { form, onTheDay } from "../../frontend/src/engine/levels.ts";
import { Player } from "../../frontend/src/engine/player.ts";
import { Tree, withNet } from "../../frontend/src/engine/tree.ts";

interface Job {
  /** The file that describes the engines. */
  game: string;
  judge: "features" | "net";
  seats: number;
  level: number;
  seed: string;
  positions: string[];
  /** Of games whose days are compared. */
  seeds: string[];
}

const [jobs, folder] = process.argv.slice(2);
const read = (name: string) => readFileSync(`${folder}/${name}`);

async function chosen(job: Job): Promise<unknown> {
  const { judge, seats, level, seed: given } = job;
  const engines = JSON.parse(read(job.game).toString()) as Engines;
  const { engine, weights, levels, plan } = engines[judge]!;
  const seed = BigInt(given);
  const day = onTheDay(levels, level, form(seed));
  const wish = {
    ...{
      seed,
      seats,
      memory: engines.memory,
      net: weights ? read(weights) : undefined,
    },
    plan: { ...(weights ? withNet(plan, seats) : plan), insight: day.insight },
  };
  const module = new WebAssembly.Module(read(engine));
  const player = new Player(new Tree(module, wish));
  const actions: number[] = [];
  for (const text of job.positions) {
    const task = {
      ...{ ...wish, number: 1, player: "" },
      position: new Uint8Array(Buffer.from(text, "base64")),
      simulations: day.simulations,
      choice: { softness: day.softness, seed },
    };
    await player.work(task, {
      now: () => performance.now(),
      pause: () => Promise.resolve(),
      isCurrent: () => true,
      report: (_, done, action) => done && actions.push(action!),
    });
  }
  const days = job.seeds.map((each) =>
    levels.map((_, i) => onTheDay(levels, i + 1, form(BigInt(each)))),
  );
  return { days, actions };
}

const found = [];
for (const job of JSON.parse(readFileSync(jobs, "utf-8")) as Job[])
  found.push(await chosen(job));
console.log(JSON.stringify(found));
