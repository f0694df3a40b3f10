// The tree of moves of an exploration. Trees are values: every change gives another one.
import type { ExploredMove } from "../protocol";

/** A move, and the nodes that follow it: the first goes on with its line. */
export interface Node extends Omit<ExploredMove, "parent"> {
  id: number;
  parent: number;
  children: number[];
}

export type Tree = ReadonlyMap<number, Node>;
export const ROOT = 0;
const NOBODY = -1;
const DIGITS = 1000; // of what is kept of values

/** What is kept of a part of the point. */
export const rounded = (part: number) => Math.round(part * DIGITS) / DIGITS;

export const EMPTY: Omit<ExploredMove, "parent"> = {
  token: "",
  words: "",
  before: "",
  marks: [],
  arrows: [],
  shares: [],
  proven: false,
  turn: 0,
  legal: 0,
  outcome: [],
};

/** The tree of a list of nodes. */
export function grown(nodes: ExploredMove[]): Tree {
  const tree = new Map<number, Node>();
  nodes.forEach((node, id) => {
    tree.set(id, { ...node, id, children: [] });
    tree.get(node.parent)?.children.push(id);
  });
  return tree;
}

/** The list of all nodes, each after the one that it follows. */
export function listed(tree: Tree): ExploredMove[] {
  const order = below(tree, ROOT);
  const numbers = new Map(order.map((id, number) => [id, number]));
  return order.map((id) => {
    const { id: _, children: __, parent, ...rest } = tree.get(id)!;
    return { ...rest, parent: numbers.get(parent) ?? NOBODY };
  });
}

/** A node and all that follow it, line after line. */
export function below(tree: Tree, id: number): number[] {
  const found: number[] = [];
  const open = [id];
  while (open.length) {
    const next = open.pop()!;
    found.push(next);
    open.push(...tree.get(next)!.children.toReversed());
  }
  return found;
}

export function changed(tree: Tree, id: number, change: Partial<Node>): Tree {
  return new Map(tree).set(id, { ...tree.get(id)!, ...change });
}

/** The tree with the values that another one has of the same nodes. */
export function valued(tree: Tree, other: Tree): Tree {
  const made = new Map(tree);
  for (const [id, { shares, proven }] of other)
    if (shares.length && tree.has(id)) made.set(id, { ...tree.get(id)!, shares, proven });
  return made;
}

/** The nodes of a game that was reviewed: each move of it has the value that the review gives it, unless it
 *  has one already. */
export function reviewed(
  nodes: ExploredMove[],
  tokens: string[],
  shares: number[][],
): ExploredMove[] {
  const tree = grown(nodes);
  let made = tree;
  let at: number | undefined = ROOT;
  for (let ply = 0; at !== undefined && shares[ply]; ply++) {
    const { shares: known, outcome } = tree.get(at)!;
    if (!known.length && !outcome.length)
      made = changed(made, at, { shares: shares[ply].map(rounded) });
    at = ply < tokens.length ? following(tree, at, tokens[ply]) : undefined;
  }
  return listed(made);
}

/** The move with that token after a node, if it is in the tree. */
export const following = (tree: Tree, id: number, token: string) =>
  tree.get(id)!.children.find((each) => tree.get(each)!.token === token);

/** The tree with one more move after a node, and the number of the move. */
export function added(tree: Tree, parent: number, move: Partial<ExploredMove>): [Tree, number] {
  const id = Math.max(...tree.keys()) + 1;
  const before = tree.get(parent)!;
  const grownTree = new Map(tree)
    .set(parent, { ...before, children: [...before.children, id] })
    .set(id, { ...EMPTY, ...move, id, parent, children: [] });
  return [grownTree, id];
}

/** The tree without a move and all that follows it. */
export function removed(tree: Tree, id: number): Tree {
  const { parent } = tree.get(id)!;
  const left = new Map(tree);
  below(tree, id).forEach((each) => left.delete(each));
  const children = tree.get(parent)!.children.filter((each) => each !== id);
  return left.set(parent, { ...tree.get(parent)!, children });
}

/** The tree in which the main line goes through a node. */
export function promoted(tree: Tree, id: number): Tree {
  const made = new Map(tree);
  for (const each of pathTo(tree, id).slice(1)) {
    const before = made.get(tree.get(each)!.parent)!;
    const others = before.children.filter((child) => child !== each);
    made.set(before.id, { ...before, children: [each, ...others] });
  }
  return made;
}

/** The nodes from the start to this one. */
export function pathTo(tree: Tree, id: number): number[] {
  const path = [id];
  while (path[0] !== ROOT) path.unshift(tree.get(path[0])!.parent);
  return path;
}

/** Does the main line go through this node? */
export const isMain = (tree: Tree, id: number) =>
  pathTo(tree, id)
    .slice(1)
    .every((each) => tree.get(tree.get(each)!.parent)!.children[0] === each);

/** The last node of the line that goes on from here. */
export function endOf(tree: Tree, id: number): number {
  let last = id;
  for (let next = tree.get(last)!.children[0]; next !== undefined;) {
    last = next;
    next = tree.get(last)!.children[0];
  }
  return last;
}

/** The variation beside a node, so many places further; the same node where there is none. */
export function beside(tree: Tree, id: number, by: number): number {
  const around = tree.get(tree.get(id)!.parent)?.children ?? [id];
  return around[around.indexOf(id) + by] ?? id;
}

/** Where ↑ and ↓ lead: to the variation beside, or beside the nearest move that has any. */
export function across(tree: Tree, id: number, by: number): number {
  for (const each of pathTo(tree, id).slice(1).toReversed()) {
    const other = beside(tree, each, by);
    if (other !== each) return other;
  }
  return id;
}

/** A line of moves as it is written: its moves, and the variations after each of them. */
export interface Line {
  moves: { id: number; variations: Line[] }[];
}

/** The line that begins with these nodes: the first of them goes on, the others are variations. */
export function lineOf(tree: Tree, children: number[]): Line {
  const moves: Line["moves"] = [];
  for (let next = children; next.length; next = tree.get(next[0])!.children) {
    const [id, ...others] = next;
    moves.push({ id, variations: others.map((each) => variation(tree, each)) });
  }
  return { moves };
}

function variation(tree: Tree, id: number): Line {
  const rest = lineOf(tree, tree.get(id)!.children);
  return { moves: [{ id, variations: [] }, ...rest.moves] };
}

/** The number of the turn that each move belongs to, and whether it begins it. */
export function turns(tree: Tree): Map<number, { number: number; first: boolean }> {
  const found = new Map([[ROOT, { number: 0, first: false }]]);
  for (const id of below(tree, ROOT).slice(1)) {
    const { parent } = tree.get(id)!;
    const before = tree.get(tree.get(parent)!.parent);
    const first = before?.turn !== tree.get(parent)!.turn;
    found.set(id, { number: found.get(parent)!.number + (first ? 1 : 0), first });
  }
  return found;
}
