import { expect, test } from "vitest";
import { inFull } from "../src/table/steps";
import type { Mark, Step } from "../src/protocol";

const STEP: Step = {
  type: "step",
  token: "b2b3",
  seat: 0,
  ply: 1,
  turn: 1,
  route: [],
  gone: [],
  places: [],
  marks: [],
  choices: "",
  status: "Black moves.",
  tally: ["0", "0"],
  suggested: [],
  clock: null,
  result: null,
  news: null,
  held: null,
  warning: null,
};

function mark(id: string): Mark {
  return { id, piece: "white", x: 0, y: 0, turn: 0, letters: "", spot: "" };
}

function ids(step: Partial<Step>, before: string[]): string[] {
  const moved = inFull({ ...STEP, ...step }, before.map(mark));
  return moved.position.marks.map(({ id }) => id);
}

test("pieces that are not named stay as they are", () => {
  expect(ids({}, ["a", "b"])).toEqual(["a", "b"]);
});

test("pieces go, and new ones stand where they are to be drawn", () => {
  const change = { gone: [0, 2], places: [1, 3], marks: [mark("x"), mark("y")] };
  expect(ids(change, ["a", "b", "c", "d"])).toEqual(["b", "x", "d", "y"]);
});

test("the pieces before are not changed", () => {
  const before = [mark("a")];
  inFull({ ...STEP, gone: [0] }, before);
  expect(before).toEqual([mark("a")]);
});

test("who waits has no choices", () => {
  expect(inFull(STEP, []).position.choices).toEqual([]);
});

test("choices name their spots, unless the token is the only one", () => {
  const { choices } = inFull({ ...STEP, choices: "e4;b3c4 b3 c4" }, []).position;
  expect(choices).toEqual([
    { token: "e4", path: ["e4"] },
    { token: "b3c4", path: ["b3", "c4"] },
  ]);
});

test("all else is told as it is", () => {
  const { position, ...moved } = inFull(STEP, []);
  expect(moved).toMatchObject({ token: "b2b3", seat: 0, news: null });
  expect(position).toMatchObject({ ply: 1, turn: 1, status: "Black moves.", text: null });
});
