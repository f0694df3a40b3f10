// The state of an exploration in this browser: its tree, where one is in it, and what is thought there.
import * as api from "../api";
import { trail, type Trail } from "../board/geometry";
import { keeping } from "../kept.svelte";
import type { Answered, BookInfo, Choice, Explored, PlayedMove } from "../protocol";
import type { Animator } from "../board/movement";
import { refusalOf } from "../words.svelte";
import { keep, newId } from "./storage";
import { proofs } from "./proofs";
import { Thoughts } from "./thoughts.svelte";
import * as trees from "./tree";
import { ROOT, type Node, type Tree } from "./tree";
import { Valuation } from "./valuation.svelte";

const MOST_TOKENS = 1000; // of a question, as in src/tablier/play/catalogue.py
const MOST_PAST = 100; // changes that can be undone
const NOBODY: Choice[] = [];
type Look = Answered;

export class Exploration {
  tree: Tree = $state.raw(new Map());
  /** The node that is shown. */
  at = $state(ROOT);
  /** What is known of the node that is shown; it may still be that of the one before. */
  shown: Look | null = $state.raw(null);
  last: Trail | null = $state.raw(null);
  error = $state("");
  /** Could it not be kept? */
  full = $state(false);
  busy = $state(false);
  animator: Animator | null = null;
  readonly thoughts: Thoughts;
  readonly valuation: Valuation;

  private books: BookInfo | null = $state.raw(null);
  private past: { tree: Tree; at: number }[] = $state.raw([]);
  private looks = new Map<number, Promise<Look>>();
  private peeks = new Map<string, Promise<Look>>();
  private questions = 0;
  /** The way that was gone last from each node, for →. */
  private gone = new Map<number, number>();

  constructor(
    private readonly source: Explored,
    public id: string | null,
    private readonly onkept: (id: string) => void,
  ) {
    this.tree = trees.grown(source.nodes);
    const keep = this.value.bind(this);
    this.thoughts = new Thoughts(source.game, source.options, keep);
    this.valuation = new Valuation({
      next: (except) => this.unvalued.find((id) => !except.has(id)),
      look: (id) => this.look(id),
      keep,
      find: () => this.thoughts.find(),
    });
    void this.goTo(ROOT);
    api.book(source.game).then(
      (found) => (this.books = found),
      () => undefined, // one can explore without it
    );
  }

  readonly node: Node = $derived.by(() => this.tree.get(this.at)!);
  readonly proofs = $derived.by(() => proofs(this.tree));
  /** The nodes that nothing is known of yet. */
  readonly unvalued = $derived.by(() =>
    trees
      .below(this.tree, ROOT)
      .filter((id) => !this.proofs.has(id) && !this.tree.get(id)!.shares.length),
  );
  readonly choices: Choice[] = $derived.by(() =>
    this.busy || !this.shown ? NOBODY : this.shown.position.choices,
  );
  /** What the opening book says of the position that is shown. */
  readonly book: PlayedMove[] = $derived.by(
    () => this.books?.positions[this.shown?.key ?? ""] ?? [],
  );
  readonly canUndo = $derived.by(() => this.past.length > 0);

  /** The exploration as it is kept and sent. */
  get whole(): Explored {
    const known = this.proofs;
    const nodes = trees.listed(this.tree);
    trees.below(this.tree, ROOT).forEach((id, number) => {
      const proof = known.get(id);
      if (proof && !nodes[number].outcome.length)
        nodes[number] = { ...nodes[number], shares: proof, proven: true };
    });
    return { ...this.source, nodes };
  }

  // Looking

  /** Show a node; only the last one that is asked for is shown. */
  async goTo(id: number) {
    const before = this.at;
    this.animator?.skip(); // who walks fast does not wait for pieces
    this.at = id;
    this.error = "";
    const { parent } = this.tree.get(id)!;
    if (id !== ROOT) this.gone.set(parent, id);
    const question = ++this.questions;
    try {
      const [look, earlier] = await Promise.all([this.look(id), id ? this.look(parent) : null]);
      if (question !== this.questions) return;
      if (parent === before) await this.animator?.travel(look.route);
      if (question === this.questions) this.show(look, earlier);
    } catch (reason) {
      this.fail(reason, question);
    }
  }

  private show(look: Look, earlier: Look | null) {
    this.shown = look;
    this.last = earlier && trail(earlier.position.marks, look.position.marks, look.route);
    this.busy = false;
    this.thoughts.follow(this.at, look);
  }

  /** Value all nodes that have no value yet. */
  async evaluate() {
    this.error = "";
    try {
      await this.valuation.start();
    } catch (reason) {
      this.error = refusalOf(reason);
    }
  }

  private fail(reason: unknown, question: number) {
    if (question !== this.questions) return;
    this.busy = false;
    this.error = refusalOf(reason);
  }

  private look(id: number): Promise<Look> {
    const known = this.looks.get(id);
    if (known) return known;
    const asked = this.ask(id);
    this.looks.set(id, asked);
    asked.catch(() => this.looks.delete(id));
    return asked;
  }

  /** Ask from the nearest node whose position is known, in steps if it is far. */
  private async ask(id: number): Promise<Look> {
    const path = trees.pathTo(this.tree, id);
    const known = path.findLastIndex((each) => each !== id && this.looks.has(each));
    const from = Math.max(known, path.length - 1 - MOST_TOKENS, 0);
    const text = from ? (await this.look(path[from])).position.text : this.source.start;
    const tokens = path.slice(from + 1).map((each) => this.tree.get(each)!.token);
    const { game, options } = this.source;
    return api.position(game, { options, text, tokens });
  }

  /** In another language, what was asked before is asked again. */
  speak() {
    this.looks.clear();
    this.peeks.clear();
    void this.goTo(this.at);
  }

  /** Where a move would lead, and how; it is not shown. */
  peek(token: string): Promise<Look> {
    const { game, options } = this.source;
    const { text } = this.shown!.position;
    const key = `${text} ${token}`;
    const known = this.peeks.get(key) ?? api.position(game, { options, text, tokens: [token] });
    this.peeks.set(key, known);
    known.catch(() => this.peeks.delete(key));
    return known;
  }

  forward() {
    const { children } = this.node;
    const known = this.gone.get(this.at);
    const next = known !== undefined && children.includes(known) ? known : children[0];
    if (next !== undefined) void this.goTo(next);
  }

  backward() {
    if (this.at !== ROOT) void this.goTo(this.node.parent);
  }

  across(by: number) {
    const other = trees.across(this.tree, this.at, by);
    if (other !== this.at) void this.goTo(other);
  }

  toEnd() {
    void this.goTo(trees.endOf(this.tree, this.at));
  }

  // Changing

  /** Play a move: along the tree where it has it, else as a new variation. */
  async play(token: string, dragged = false) {
    const known = trees.following(this.tree, this.at, token);
    const { animator } = this;
    if (dragged) this.animator = null;
    if (known === undefined) await this.add(token);
    else await this.goTo(known);
    this.animator = animator;
  }

  private async add(token: string) {
    const parent = this.at;
    const question = ++this.questions;
    this.busy = true;
    try {
      const look = await this.peek(token);
      if (question !== this.questions) return;
      const { turn, choices } = look.position;
      const move = { token, turn, legal: choices.length, outcome: look.outcome };
      const [tree, id] = trees.added(this.tree, parent, move);
      this.change(tree, this.at);
      this.looks.set(id, Promise.resolve(look));
      await this.goTo(id);
    } catch (reason) {
      this.fail(reason, question);
    }
  }

  /** Why these clicks lead to no legal move. */
  async try(path: string[]) {
    const { game, options } = this.source;
    const question = this.questions;
    try {
      const { text } = this.shown!.position;
      const { refusal } = await api.position(game, { options, text, path });
      if (question === this.questions) this.error = refusal?.sentence ?? "";
    } catch (reason) {
      this.fail(reason, question);
    }
  }

  say(words: string) {
    if (words !== this.node.words) this.change(trees.changed(this.tree, this.at, { words }));
  }

  /** Put a mark or an arrow where there is none, or take it away. */
  mark(kind: "marks" | "arrows", mark: string) {
    const before = this.node[kind];
    const others = before.filter((each) => each.slice(1) !== mark.slice(1));
    const after = others.length < before.length ? others : [...before, mark];
    this.change(trees.changed(this.tree, this.at, { [kind]: after }));
  }

  clearMarks() {
    this.change(trees.changed(this.tree, this.at, { marks: [], arrows: [] }));
  }

  remove() {
    const { id, parent } = this.node;
    this.change(trees.removed(this.tree, id), parent);
    void this.goTo(parent);
  }

  promote() {
    this.change(trees.promoted(this.tree, this.at));
  }

  undo() {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.tree = trees.valued(before.tree, this.tree);
    this.looks = new Map([...this.looks].filter(([id]) => this.tree.has(id)));
    this.keep();
    void this.goTo(before.at);
  }

  private change(tree: Tree, at = this.at) {
    this.past = [...this.past, { tree: this.tree, at: this.at }].slice(-MOST_PAST);
    this.tree = tree;
    this.at = at;
    this.keep();
  }

  /** A value that the engine has found; it is no change that somebody would undo. */
  private value(id: number, shares: number[], proven: boolean) {
    const node = this.tree.get(id);
    if (!node || node.outcome.length || (node.proven && !proven)) return;
    this.tree = trees.changed(this.tree, id, { shares, proven });
    if (this.id) this.keep();
  }

  /** Keep it in this browser, for the first time under a name of its own. */
  private keep() {
    const isNew = this.id === null;
    this.id ??= newId();
    this.full = !keep(this.id, this.whole) && keeping.state === "full";
    if (isNew) this.onkept(this.id);
  }

  close() {
    this.questions++;
    this.valuation.stop();
    this.thoughts.close();
  }
}
