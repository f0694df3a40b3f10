// What is said of a puzzle: the task, the verdict on the last move, a hint.
import type { Exercise } from "../exercise/exercise.svelte";
import type { GameInfo, PuzzleInfo } from "../protocol";
import { settings } from "../settings.svelte";
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

/** What is said of the end of a solved puzzle: how the game ended, or that it is won. */
export function ending(puzzle: Exercise, opponent: string): string {
  const { position } = puzzle.view!;
  return position.choices.length ? say("puzzles.won", { player: opponent }) : position.status;
}

/** What it is about, as a list in words. */
export const themes = (game: GameInfo, info: PuzzleInfo) =>
  new Intl.ListFormat(settings.lang, { type: "unit" }).format(
    info.themes.map((key) => game.themes[key]),
  );

/** First where the move begins; of one that is a single click, what it is about. Then the move. */
export function hint(puzzle: Exercise, game: GameInfo, info: PuzzleInfo): string {
  if (!puzzle.hint) return "";
  const [place] = started(puzzle);
  if (place) return say("puzzles.hint_at", { place: game.spot_names[place] ?? place });
  if (!puzzle.told && info.themes.length)
    return say("puzzles.hint_theme", { themes: themes(game, info) });
  return say("puzzles.hint_move", { token: puzzle.hint.token });
}

/** The spot where the move of the hint begins, as long as that does not give all of it away. */
export function started({ hint, told }: Exercise): string[] {
  return hint && !told && hint.path.length > 1 ? hint.path.slice(0, 1) : [];
}
