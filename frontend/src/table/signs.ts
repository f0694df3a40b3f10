// How moves that were judged are marked, as in chess.
import type { MoveReview } from "../protocol";

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export const sign = (move: MoveReview | null): string =>
  move?.judgement ? SIGNS[move.judgement] : "";
