import { expect, test, vi } from "vitest";
import type { GameInfo } from "../src/protocol";
import { seatPlayersOf, tableOf, type Wish } from "../src/home/newTable";

const duel = { name: "a-game", players: [2], options: [] } as unknown as GameInfo;
const many = { name: "another", players: [2, 3, 4], options: [] } as unknown as GameInfo;
const wish = (more: Partial<Wish>): Wish => ({
  opponent: "computer",
  level: 3,
  bot: "",
  begins: "me",
  seatPlayers: [],
  shuffled: false,
  options: {},
  minutes: 0,
  increment: 0,
  ...more,
});
const here = { kind: "here" };
const computer = { kind: "computer", level: 3 };

test("who begins has the first seat", () => {
  expect(tableOf(duel, wish({})).seats).toEqual([here, computer]);
  expect(tableOf(duel, wish({ begins: "other" })).seats).toEqual([computer, here]);
});

test("lots are drawn for the first seat", () => {
  const lot = vi.spyOn(Math, "random");
  lot.mockReturnValue(0.1);
  expect(tableOf(duel, wish({ begins: "random" })).seats).toEqual([here, computer]);
  lot.mockReturnValue(0.9);
  expect(tableOf(duel, wish({ begins: "random" })).seats).toEqual([computer, here]);
  lot.mockRestore();
});

test("a bot takes the place of the computer player", () => {
  const { seats } = tableOf(duel, wish({ bot: "Elephant" }));
  expect(seats).toEqual([here, { kind: "bot", name: "Elephant" }]);
});

test("where more than two play, each seat is chosen by itself", () => {
  const seatPlayers = seatPlayersOf(many, "computer", 3);
  expect(seatPlayers).toEqual(["me", "computer:3", "computer:3", "computer:3"]);
  const asked = wish({
    options: { players: 3 },
    seatPlayers: ["link", "bot:a:b", "me", "computer:9"],
  });
  expect(tableOf(many, asked).seats).toEqual([
    { kind: "link" },
    { kind: "bot", name: "a:b" },
    here,
  ]);
});

test("a clock is in seconds, and no minutes are no clock", () => {
  expect(tableOf(duel, wish({ minutes: 3, increment: 2 })).clock).toEqual({
    seconds: 180,
    increment: 2,
  });
  expect(tableOf(duel, wish({})).clock).toBeNull();
});
