// What can be shared from a page.
import type { Scene } from "./scene";

export interface Shared {
  scene: Scene;
  /** The address of the game's style sheet. */
  style: string;
  /** The address of the page, if others can open it. */
  link: string | null;
  /** The table whose game becomes a moving picture, if there were moves. */
  table: string | null;
  /** The address of the board for other pages. */
  embed: string | null;
}
