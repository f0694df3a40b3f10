// What was learnt in this browser: steps by their ids, and games that need no lesson any more.
import { KeptIds } from "../keptIds.svelte";
import { visited } from "../storage";

const steps = new KeptIds("tablier.lessons");
const games = new KeptIds("tablier.played");

export const isLearnt = (id: string) => steps.has(id);
export const noteLearnt = (id: string) => steps.keep(id);

/** Has somebody played that game here, or gone through its lessons? */
export const isKnown = (game: string) =>
  games.has(game) || visited().some((each) => each.game === game && each.yours.length > 0);
export const noteKnown = (game: string) => games.keep(game);
