// Ids that are kept in this browser: of what was solved, learnt or played.

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
    localStorage.setItem(this.key, JSON.stringify(this.ids));
  }

  private read(): string[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.key) ?? "[]");
      return Array.isArray(kept) ? kept.map(String) : [];
    } catch {
      return [];
    }
  }
}
