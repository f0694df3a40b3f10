// Moves as a page is told them: what has changed, from which it makes the whole position.
import type { Choice, Mark, PositionView, Step } from "../protocol";

/** A move with the whole position after it. */
export interface Moved extends Pick<
  Step,
  "token" | "seat" | "route" | "clock" | "result" | "news" | "held"
> {
  position: PositionView;
}

/** A move in full, given the pieces before it. */
export function inFull(step: Step, before: Mark[]): Moved {
  const { token, seat, route, clock, result, news, held } = step;
  const { ply, turn, status, tally, suggested, warning } = step;
  const [marks, choices] = [marksAfter(step, before), choicesIn(step.choices)];
  const position = { ply, turn, marks, choices, status, tally, text: null, suggested, warning };
  return { token, seat, route, position, clock, result, news, held };
}

/** The pieces after a move: those that are gone left out, new ones where they belong. */
function marksAfter({ gone, places, marks }: Step, before: Mark[]): Mark[] {
  const left = new Set(gone);
  const after = before.filter((_, place) => !left.has(place));
  places.forEach((place, i) => after.splice(place, 0, marks[i]));
  return after;
}

/** Legal moves: a token without spots is the only spot to click. */
function choicesIn(text: string): Choice[] {
  if (!text) return [];
  return text.split(";").map((each) => {
    const [token, ...path] = each.split(" ");
    return { token, path: path.length ? path : [token] };
  });
}
