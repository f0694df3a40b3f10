// A game position by position, as scenes to be drawn.
import { trail } from "../board/geometry";
import type { ReplayView } from "../protocol";
import type { Scene } from "./scene";

/** The scene of a replay after so many moves. */
export function sceneAt(replay: ReplayView, ply: number, look: string[], turned: boolean): Scene {
  const { marks, route, status } = replay.frames[ply];
  const last = ply ? trail(replay.frames[ply - 1].marks, marks, route) : null;
  const { game, title, board } = replay;
  return { game, title, status, board, marks, last, turned, look };
}
