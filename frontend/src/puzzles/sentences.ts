// What is said of a puzzle: the task, the verdict on the last move, a hint.
import type { Exercise } from "../exercise/exercise.svelte";
import type { GameInfo, PuzzleInfo } from "../protocol";
import { say } from "../words.svelte";

export const task = (game: GameInfo, { turns, seat }: PuzzleInfo) =>
  say(turns === null ? "puzzles.task" : `puzzles.task_${turns}`, { player: game.seats[seat] });

export function verdict(puzzle: Exercise, opponent: string, { first, turns }: PuzzleInfo): string {
  const { verdict, steps, position } = puzzle.view!;
  const said = { token: steps[0]?.token ?? "", player: opponent, tokens: puzzle.answer };
  if (verdict === "wrong") {
    const why = puzzle.answer ? "puzzles.answer" : "puzzles.wrong_on"; // the own turn goes on
    const whys = puzzle.answer || position.choices.length ? [say(why, said)] : [];
    const key = turns === null ? "puzzles.wrong" : `puzzles.wrong_${turns}`;
    return [say(key, said), ...whys].join(" ");
  }
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
