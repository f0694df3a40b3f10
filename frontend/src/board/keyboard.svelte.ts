// Keys on a board: it is one stop of the tab key, and the arrow keys go from spot to spot.
import type { Choice } from "../protocol";
import { given } from "./clicks";
import { ahead, wayOf } from "./geometry";
import type { Selection } from "./selection.svelte";
import type { Targets } from "./targets.svelte";

interface Source {
  readonly choices: Choice[];
  readonly turned: boolean;
}

export class Keyboard {
  /** The spot that had the focus last. */
  focus: string | null = $state(null);
  /** The spot that the tab key comes to. */
  readonly stop = $derived.by(() => {
    const { byId, list, next } = this.targets;
    return this.focus && byId.has(this.focus) ? this.focus : (next[0] ?? list[0]).id;
  });

  /** `show` gives the focus to the element of a spot; `skip` as for pointers. */
  constructor(
    private readonly source: Source,
    private readonly selection: Selection,
    private readonly targets: Targets,
    private readonly show: (spot: string) => void,
    private readonly skip: () => boolean,
  ) {}

  private goTo(spot: string | undefined) {
    if (!spot) return;
    this.focus = spot;
    this.show(spot);
    this.selection.point(spot);
  }

  private arrow(way: string): string | undefined {
    const here = this.targets.byId.get(this.stop)!;
    const further = ahead(this.targets.next, here, way)?.id;
    const chosen = this.selection.path.length > given(this.source.choices).length;
    return chosen ? (further ?? here.neighbours[way]) : (here.neighbours[way] ?? further);
  }

  /** The next or the previous legal target, as one reads. */
  private round(by: number): string | undefined {
    const { next } = this.targets;
    const i = next.findIndex((spot) => spot.id === this.stop);
    const from = i < 0 && by < 0 ? 0 : i;
    return next[(from + by + next.length) % next.length]?.id;
  }

  /** Where a key leads, if it is one that leads somewhere. */
  private target(key: string): { spot: string | undefined } | null {
    const way = wayOf(key, this.source.turned);
    if (way) return { spot: this.arrow(way) };
    if (key === "PageDown") return { spot: this.round(1) };
    if (key === "PageUp") return { spot: this.round(-1) };
    if (key === "Home") return { spot: this.targets.next[0]?.id };
    if (key === "End") return { spot: this.targets.next.at(-1)?.id };
    return null;
  }

  press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = this.target(event.key);
    if (target) this.goTo(target.spot);
    else if (event.key === "Enter" || event.key === " ") this.enter();
    else if (event.key === "Escape") {
      if (this.selection.back()) event.stopPropagation();
    } else return;
    event.preventDefault();
  };

  private enter() {
    if (this.skip()) return;
    const step = this.selection.click(this.selection.aim ?? this.stop);
    if (step.kind === "path" && step.path.length && this.selection.next.size)
      this.goTo(this.targets.next[0]?.id);
  }
}
