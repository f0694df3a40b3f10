// Clicks become moves as in the terminal: tests/test_clicks.py reads the same cases.
import { describe, expect, test } from "vitest";
import cases from "../../tests/cases/clicks.json";
import { back, click, drop, given, nextSpots, type Step } from "../src/board/clicks";
import type { Choice } from "../src/protocol";

interface Case {
  what: string;
  moves: Record<string, string[]>;
  clicks: string[];
  path?: string[];
  next?: string[];
  token?: string;
  nowhere?: string[];
}

const choicesOf = (moves: Case["moves"]): Choice[] =>
  Object.entries(moves).map(([token, path]) => ({ token, path }));

function clicked(choices: Choice[], clicks: string[]): Step {
  let step: Step = { kind: "path", path: given(choices) };
  for (const spot of clicks) if (step.kind === "path") step = click(choices, step.path, spot);
  return step;
}

test.each(cases as unknown as Case[])("$what", ({ moves, clicks, path, next, token, nowhere }) => {
  const choices = choicesOf(moves);
  const step = clicked(choices, clicks);
  if (nowhere) expect(step).toEqual({ kind: "try", path: nowhere });
  else if (token) expect(step).toEqual({ kind: "play", token });
  else {
    expect(step).toEqual({ kind: "path", path });
    expect([...nextSpots(choices, path!)]).toEqual(next);
  }
});

describe("a piece is dragged", () => {
  const choices = choicesOf({ "a1b1+1": ["a1", "b1", "+1"], a1c1: ["a1", "x", "c1"] });

  test("to the end of one move only: that is the move", () => {
    expect(drop(choices, ["a1"], "c1")).toEqual({ kind: "play", token: "a1c1" });
  });
  test("to a spot on the way: it is a click there", () => {
    expect(drop(choices, ["a1"], "b1")).toEqual({ kind: "path", path: ["a1", "b1"] });
  });
  test("to nowhere: somebody tries what is not legal", () => {
    expect(drop(choices, ["a1"], "h8")).toEqual({ kind: "try", path: ["a1", "h8"] });
  });
});

test("a step back ends at what is given", () => {
  const choices = choicesOf({ "@a1": ["hand", "a1"], "@a2": ["hand", "a2"] });
  expect(back(choices, ["hand", "a1"])).toEqual(["hand"]);
  expect(back(choices, ["hand"])).toEqual(["hand"]);
});
