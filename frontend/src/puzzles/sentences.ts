// What is said of a puzzle: the task, the verdict on the last move, a hint.
import type { Exercise } from "../exercise/exercise.svelte";
import type { GameInfo, PuzzleInfo } from "../protocol";
import { say } from "../words.svelte";

export const task = (game: GameInfo, { turns, seat }: PuzzleInfo) =>
  say(turns === null ? "puzzles.task" : `puzzles.task_${turns}`, { player: game.seats[seat] });

/** `first`: how many first moves win. */
export function verdict(puzzle: Exercise, opponent: string, first: number): string {
  const { verdict, steps } = puzzle.view!;
  const said = { token: steps[0]?.token ?? "", player: opponent, tokens: puzzle.answer };
  if (verdict === "wrong")
    return say(puzzle.answer ? "puzzles.wrong_answer" : "puzzles.wrong", said);
  if (verdict === "right") return say(puzzle.answer ? "puzzles.right" : "puzzles.right_on", said);
  if (verdict === "slow") return say("puzzles.slow", said);
  if (verdict === "solved") return say("puzzles.solved");
  return say(first === 1 ? "puzzles.begun" : "puzzles.begun_some", { n: first });
}

export function hint(puzzle: Exercise, game: GameInfo): string {
  if (!puzzle.hint) return "";
  if (puzzle.told) return say("puzzles.hint_move", { token: puzzle.hint.token });
  const [place] = puzzle.hint.path;
  return say("puzzles.hint_at", { place: game.spot_names[place] ?? place });
}
