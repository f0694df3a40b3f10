// News of a game, such as a new round, until they are read. They can hold the board: then it shows
// what they are about, and moves that come meanwhile wait to be shown.

export class News {
  words: string | null = $state(null);
  private goOn: (() => void) | null = $state.raw(null);

  get hold(): boolean {
    return this.goOn !== null;
  }

  /** Tell them; resolves when they are read. */
  holdBy(words: string | null): Promise<void> {
    this.words = words;
    return new Promise((resolve) => (this.goOn = resolve));
  }

  read() {
    this.words = null;
    this.goOn?.();
    this.goOn = null;
  }

  /** Hold the board no longer: something else is to be shown. */
  release() {
    if (this.hold) this.read();
  }
}
