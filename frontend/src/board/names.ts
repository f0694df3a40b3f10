// The labels of spots for screen readers.
import type { GameInfo, Mark, Spot } from "../protocol";
import { say } from "../words.svelte";

/** The names of the pieces that lie on each spot, the highest first. */
export function lyingOn(marks: Mark[], info: GameInfo): Map<string, string[]> {
  const lying = new Map<string, string[]>();
  for (const mark of marks) {
    const name = info.piece_names[`${mark.piece}@${mark.turn}`] ?? info.piece_names[mark.piece];
    if (!mark.spot || !name) continue;
    const words = mark.letters ? `${name} ${mark.letters}` : name;
    lying.set(mark.spot, [words, ...(lying.get(mark.spot) ?? [])]);
  }
  return lying;
}

export function spotName(spot: Spot, info: GameInfo, lying: string[] = [], can = false): string {
  const name = info.spot_names[spot.id] ?? spot.label;
  return [name, ...lying, ...(can ? [say("board.can")] : [])].join(", ");
}
