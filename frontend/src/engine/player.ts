// Player: chooses moves within a budget and remembers its tree, as src/tablier/search/player.py does.
import { chance, softened } from "./choice.ts";
import { merged } from "./merge.ts";
import { type Surroundings, type Task, work } from "./slices.ts";
import type { Tree } from "./tree.ts";

const FURTHER = 0.25; // of the time for the first move of a turn, for each further one

export class Player {
  /** The position after its last move: if it is asked there, that was not the whole turn. */
  private expected: Uint8Array = new Uint8Array();
  private readonly tree: Tree;

  constructor(tree: Tree) {
    this.tree = tree;
  }

  /** Do the task; the last report has the action that it chooses, if it is to choose. */
  async work(task: Task, around: Surroundings): Promise<void> {
    const { choice, position } = task;
    if (choice === undefined) return work(this.tree, task, around);
    const isFurther = same(position, this.expected);
    const seconds = task.seconds && task.seconds * (isFurther ? FURTHER : 1);
    await work(
      this.tree,
      { ...task, seconds },
      {
        ...around,
        report: (report, done) => {
          const found = merged([report]);
          const action = softened(found, choice.softness, chance(choice.seed, position));
          if (done) this.expected = this.tree.after(action);
          around.report(report, done, done ? action : undefined);
        },
      },
    );
  }
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}
