// Tree: a search in progress, as src/tablier/search/tree.py has it, node for node the same.
import { Engine, field } from "./engine.ts";

/** How a search goes about it: the fields of `tree.Plan`. */
export interface Plan {
  exploration: number;
  urgency: number;
  patience: number;
  horizon: number;
  insight: number;
}

/** The plan of a net, which is for two seats, among so many; see `with_net` in search/tree.py. */
export function withNet(plan: Plan, seats: number): Plan {
  return { ...plan, exploration: (plan.exploration * 2) / seats };
}

/** What a tree says of one move. */
export interface Move {
  action: number;
  visits: number;
  values: number[];
  prior: number;
  proven: boolean;
  /** The best play after it, as far as it was looked at. */
  line: number[];
}

/** What a tree says of its position; moves are in the order of their actions. */
export interface Report {
  turn: number;
  visits: number;
  proven: boolean;
  moves: Move[];
  /** The most simulations a second that a slice of the search has reached. */
  speed?: number;
}

export interface Wish {
  plan: Plan;
  /** For an engine with a net, its weights, as they stand in its file. */
  net?: Uint8Array;
  /** How many play; a game for up to four seats has values for four. */
  seats?: number;
  seed?: bigint;
  memory?: number;
}

const MEMORY = 64_000_000;
const FEWEST = 1024; // nodes
const GOLDEN = 0x9e3779b97f4a7c15n;
const NOWHERE = -1;

export class Tree {
  /** The most simulations a second that its searches have reached, the last ones too: the first few of
   *  a search say nothing of it. */
  speed = 0;
  private readonly engine: Engine;
  private readonly seed: bigint;
  private readonly seats: number;
  private readonly room: number;
  private readonly blocks: Record<string, number> = {};
  private readonly states: number;
  private readonly wanted: number;
  private readonly out: number;
  private nodes: number;
  private spare: number;
  private used = 0;
  private done = 0;

  constructor(module: WebAssembly.Module, wish: Wish) {
    this.engine = new Engine(module);
    this.seed = BigInt.asUintN(64, (wish.seed ?? 0n) * GOLDEN);
    const { about } = this.engine;
    this.seats = wish.seats ?? about.players;
    for (const [name, size] of Object.entries(about.blocks)) {
      this.blocks[name] = this.engine.take(size);
    }
    this.states = this.engine.take(about.state * (about.remember + 1));
    this.wanted = this.engine.take(about.state);
    this.out = this.engine.take(4 * about.line);
    const half = Math.floor((wish.memory ?? MEMORY) / 2);
    this.room = Math.max(FEWEST, Math.floor(half / about.node.size));
    this.nodes = this.engine.take(this.room * about.node.size);
    this.spare = this.engine.take(this.room * about.node.size);
    this.write(wish.plan);
    if (wish.net) this.engine.unpack(wish.net, this.blocks.net);
  }

  private write(plan: Plan) {
    const view = this.engine.view(this.blocks.plan);
    for (const [name, [kind, place]] of Object.entries(this.engine.about.plan.fields)) {
      const value = plan[name as keyof Plan];
      if (kind === "f8") view.setFloat64(place, value, true);
      else view.setInt32(place, value, true);
    }
  }

  /** Search this position from now on, keeping what is known of it already. */
  lookAt(position: Uint8Array) {
    const { state } = this.engine.about;
    if (position.length !== state) throw new Error("a position of other rules"); // of a newer server
    const found = this.used ? this.find(position) : NOWHERE;
    const { size } = this.engine.about.node;
    if (found > 0) {
      this.used = this.engine.call("take_root", this.nodes, this.room, found, this.spare);
      [this.nodes, this.spare] = [this.spare, this.nodes];
    } else if (found < 0) {
      this.engine.bytes(this.nodes, size).fill(0);
      this.used = 1;
    }
    this.state(this.blocks.root).set(position);
  }

  /** The node of this position, or −1. */
  private find(position: Uint8Array): number {
    const { remember, state, worth_keeping } = this.engine.about;
    this.engine.bytes(this.states, state * (remember + 1)).fill(0);
    this.state(this.states + state * remember).set(this.state(this.blocks.root));
    this.state(this.wanted).set(position);
    const least = Math.max(2, Math.floor(this.of(0, "visits") / worth_keeping));
    return this.engine.call("find", this.nodes, this.room, this.states, this.wanted, least);
  }

  private state(address: number): Uint8Array {
    return this.engine.bytes(address, this.engine.about.state);
  }

  /** Run so many more simulations. */
  grow(simulations: number) {
    const last = this.done + simulations;
    const numbers = [this.nodes, this.room, this.used, this.seed, this.done, last];
    const { search } = this.engine.about;
    this.used = this.engine.call(search, ...numbers, ...Object.values(this.blocks));
    this.done = last;
  }

  /** All nodes, the root first, as bytes. */
  get bytes(): Uint8Array {
    return this.engine.bytes(this.nodes, this.used * this.engine.about.node.size);
  }

  get isDecided(): boolean {
    return this.of(0, "proven") !== 0;
  }

  private of(node: number, name: string, i = 0): number {
    const { node: layout } = this.engine.about;
    return field(this.engine.view(), layout, this.nodes + node * layout.size, name, i);
  }

  /** The best moves below a node, as far as they were looked at. */
  line(node: number): number[] {
    const count = this.engine.call("line", this.nodes, this.room, node, this.out);
    return this.engine.numbers(this.out, count);
  }

  /** The nodes of the moves of the position. */
  private get children(): number[] {
    const first = this.of(0, "first");
    return Array.from({ length: this.of(0, "children") }, (_, i) => first + i);
  }

  /** How many visits the first move is ahead of the second; a single move is far ahead. */
  get lead(): number {
    const visits = this.children.map((node) => this.of(node, "visits"));
    const [first = 0, second = -Infinity] = visits.sort((one, other) => other - one);
    return visits.length ? first - second : 0;
  }

  /** The position after an action in that which it looks at. */
  after(action: number): Uint8Array {
    const state = this.state(this.blocks.state);
    state.set(this.state(this.blocks.root));
    this.engine.call("play", this.blocks.state, action);
    return state.slice();
  }

  /** What it has found out; without `lines`, there are none. */
  report(lines = true): Report {
    const moves = this.children.map((node) => this.move(node, lines));
    const seen = new Set(moves.map(({ action }) => action));
    moves.push(
      ...this.legal()
        .filter((action) => !seen.has(action))
        .map(unseen(this.seats)),
    );
    return {
      turn: this.of(0, "turn"),
      visits: this.of(0, "visits"),
      proven: this.isDecided,
      moves: moves.sort((one, other) => one.action - other.action),
    };
  }

  /** The legal actions of the position; not all have moves in the tree yet. */
  private legal(): number[] {
    const { root, actions } = this.blocks;
    return this.engine.numbers(actions, this.engine.call("legal", root, actions));
  }

  private move(node: number, lines: boolean): Move {
    return {
      action: this.of(node, "action"),
      visits: this.of(node, "visits"),
      values: Array.from({ length: this.seats }, (_, seat) => this.of(node, "value", seat)),
      prior: this.of(node, "prior"),
      proven: this.of(node, "proven") !== 0,
      line: lines ? this.line(node) : [],
    };
  }
}

const unseen =
  (seats: number) =>
  (action: number): Move => ({
    ...{ action, visits: 0, prior: 0, proven: false, line: [] },
    values: Array<number>(seats).fill(0),
  });
