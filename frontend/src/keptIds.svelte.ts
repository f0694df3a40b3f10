// Ids that are kept in this browser: of what was solved, learnt or played.
import { keep, kept } from "./kept.svelte";

export class KeptIds {
  private ids: string[] = $state([]);

  constructor(private readonly key: string) {
    this.ids = this.read();
  }

  has(id: string): boolean {
    return this.ids.includes(id);
  }

  /** Keep one more, beside those that other pages have kept meanwhile. */
  keep(id: string) {
    if (this.has(id)) return;
    this.ids = [...this.read().filter((each) => each !== id), id];
    keep(this.key, this.ids);
  }

  private read(): string[] {
    const found = kept<unknown>(this.key);
    return Array.isArray(found) ? found.map(String) : [];
  }
}
