// Other ways to see a board: those that are switched on, and one for as long as its key is held.

export class Views {
  switched: string[] = $state([]);
  held: string | null = $state(null);

  get shown(): string[] {
    const { held, switched } = this;
    return held && !switched.includes(held) ? [...switched, held] : switched;
  }

  /** The classes by which the board, or a picture of it, is styled. */
  get classes(): string[] {
    return this.shown.map((view) => `view-${view}`);
  }

  toggle(name: string) {
    this.switched = this.switched.includes(name)
      ? this.switched.filter((each) => each !== name)
      : [...this.switched, name];
  }
}
