// How moves that were judged are marked, as in chess: ?!, ? and ??.
import type { MoveReview } from "../protocol";

const GLYPHS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export const glyph = (move: MoveReview | null): string =>
  move?.judgement ? GLYPHS[move.judgement] : "";
