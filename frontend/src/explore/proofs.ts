// Proven results, carried up a tree of moves.
import { below, ROOT, type Node, type Tree } from "./tree";

const SURE = 1e-6;

/** What is certain at each node: the part of the point of each seat. A position is won if one of its
 *  moves is proven to win; else it is known once all its moves are in the tree and proven: it is worth
 *  the best of them. With more than two seats, a result is carried up from nowhere: what one player
 *  gives up decides between the others, so only the search itself proves. */
export function proofs(tree: Tree): Map<number, number[]> {
  const known = new Map<number, number[]>();
  for (const id of below(tree, ROOT).toReversed()) {
    const found = proofOf(tree, tree.get(id)!, known);
    if (found) known.set(id, found);
  }
  return known;
}

function proofOf(tree: Tree, node: Node, known: Map<number, number[]>): number[] | undefined {
  if (node.outcome.length) return node.outcome;
  if (node.proven && node.shares.length) return node.shares;
  const proven = node.children.flatMap((each) => [known.get(each) ?? []]).filter((p) => p.length);
  if (!proven.length || proven[0].length !== 2) return undefined;
  const best = proven.reduce((one, other) => (other[node.turn] > one[node.turn] ? other : one));
  if (best[node.turn] > 1 - SURE) return best;
  const tokens = new Set(node.children.map((each) => tree.get(each)!.token));
  const isWhole = proven.length === node.children.length && tokens.size === node.legal;
  return isWhole ? best : undefined;
}
