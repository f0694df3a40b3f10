// What can be shared from a page.
import { isAlone } from "../site";
import type { Scene } from "./scene";

export const CONTROLS = 96; // pixels around the board of a game, as oembed.py has them
export const TASK = 168; // and around that of a puzzle

/** What other pages can show, if there is a server. */
export const frameOf = (name: string, room: number) =>
  isAlone ? null : { address: `${location.origin}/embed/${name}`, room };

export interface Shared {
  scene: Scene;
  /** The address of the game's style sheet. */
  style: string;
  /** The address of the page, if others can open it. */
  link: string | null;
  /** The table whose game becomes a moving picture, if there were moves. */
  table: string | null;
  /** The board for other pages: its address, and the room that is needed around it. */
  embed: { address: string; room: number } | null;
}
