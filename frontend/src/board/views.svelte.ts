// Other ways to see a board: those that are switched on, which the browser remembers, and one for as
// long as its key is held.
import { remember, settings } from "../settings.svelte";

export class Views {
  held: string | null = $state(null);

  get switched(): string[] {
    return settings.views;
  }

  get shown(): string[] {
    const { held, switched } = this;
    return held && !switched.includes(held) ? [...switched, held] : switched;
  }

  /** The classes by which the board, or a picture of it, is styled. */
  get classes(): string[] {
    return this.shown.map((view) => `view-${view}`);
  }

  toggle(name: string) {
    const others = this.switched.filter((each) => each !== name);
    remember({ views: others.length < this.switched.length ? others : [...others, name] });
  }
}
