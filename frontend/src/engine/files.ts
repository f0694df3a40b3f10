// The files of engines, which a server has at /engines/ and a site without one in that folder.
// src/tablier/engines/publication.py writes them; all but the index may be kept for ever.
import { fileAt } from "../site";
import type { Level } from "./levels.ts";
import { type Plan, withNet } from "./tree.ts";

export type Value = string | number | boolean;
export type Options = Record<string, Value>;

/** What judges positions in an engine, and how to search with it; names are those of files. */
interface Judge {
  engine: string;
  weights: string | null;
  plan: Plan;
  levels: Level[];
}

interface Budget {
  simulations: number;
  seconds?: number;
}

/** How long searches think that help people, and the bytes of their trees. */
interface Advice {
  memory: number;
  hint: Budget;
  /** Of each position of a game. */
  review: Budget;
}

/** The engines of a game. */
export interface Engines {
  players: number;
  /** Bytes of a player's tree. */
  memory: number;
  advice: Advice;
  tokens: string;
  features: Judge;
  /** With the values of options that it knows; for others, features judge. */
  net: (Judge & { options: Record<string, Value[]> }) | null;
}

export interface Loaded {
  module: WebAssembly.Module;
  net?: Uint8Array;
  tokens: string[];
  seats: number;
  plan: Plan;
  levels: Level[];
  memory: number;
  advice: Advice;
}

async function fetched(name: string): Promise<Response> {
  const answer = await fetch(fileAt(`/engines/${name}`));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

const json = async <T>(name: string) => (await (await fetched(name)).json()) as T;
const bytes = async (name: string) => new Uint8Array(await (await fetched(name)).arrayBuffer());

/** Load the engine of a game with these options, if there is one. */
export async function load(game: string, options: Options): Promise<Loaded | null> {
  const index = await json<Record<string, string>>("index.json");
  if (!index[game]) return null;
  const engines = await json<Engines>(index[game]);
  const { engine, weights, levels, ...judge } = judgeOf(engines, options);
  const [module, tokens, net] = await Promise.all([
    bytes(engine).then((found) => WebAssembly.compile(found)),
    json<string[]>(engines.tokens),
    weights === null ? undefined : bytes(weights),
  ]);
  const seats = Number(options.players ?? engines.players);
  const plan = weights === null ? judge.plan : withNet(judge.plan, seats);
  const { memory, advice } = engines;
  return { module, tokens, net, plan, levels, seats, memory, advice };
}

/** The net, if it knows these options, or else what the game's features know. */
export function judgeOf({ features, net }: Engines, options: Options): Judge {
  const knows = (name: string) => net?.options[name]?.includes(options[name]) ?? false;
  return net !== null && Object.keys(options).every(knows) ? net : features;
}
