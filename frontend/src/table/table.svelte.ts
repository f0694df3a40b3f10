// A table as this browser sees it: one state object, changed by frames from the server alone.
import { joined, trail, type Trail } from "../board/geometry";
import { keepMade, noteVisit, seatsAt } from "../memory";
import { rewrite } from "../place.svelte";
import type {
  Advice,
  Again,
  Board,
  Choice,
  Down,
  Leg,
  Looked,
  Moved,
  Offer,
  PositionView,
  Previewed,
  Refusal,
  TableView,
  Up,
} from "../protocol";
import { settings } from "../settings.svelte";
import { type Health, Line } from "./line";

const ANALYSIS_SECONDS = 8;
const NOBODY: Choice[] = [];

/** What the table needs of the board on the page: to show pieces on their way. */
export interface Stage {
  travel: (route: Leg[]) => Promise<void>;
  skip: () => void;
}

export class Table {
  health: Health = $state("connecting");
  board: Board | null = $state.raw(null);
  /** The truth: what the server said last. */
  view: TableView | null = $state.raw(null);
  /** What lies on the board: the truth, or a position of the past, or one on its way. */
  shown: PositionView | null = $state.raw(null);
  /** What the turn did that led to the position that is shown. */
  last: Trail | null = $state.raw(null);
  /** The position that is looked at again, or null for the present one. */
  looking: number | null = $state(null);
  refusal: Refusal | null = $state.raw(null);
  /** The table of the rematch, if this game has one. */
  next: string | null = $state(null);
  /** What deserves a card of its own, until it has been read. */
  news: string | null = $state(null);
  advice: Advice | null = $state.raw(null);
  analysing = $state(false);
  hinting = $state(false);
  /** Seconds until the advice that was asked for can be looked for, while that is prepared. */
  private preparing: number | null = $state(null);
  ghost: Previewed | null = $state.raw(null);
  /** When the clocks were told. */
  told = $state(0);
  stage: Stage | null = null;

  private line: Line;
  /** The moves that led to the position that is shown. */
  private came = "";
  private showing: Promise<void> = Promise.resolve();
  /** A move that was sent and not yet confirmed. */
  private pending: { ply: number; token: string } | null = $state.raw(null);
  private dragged = false;
  private previews = new Map<string, Previewed>();
  private wanted: string | null = null;
  /** What each move did, by the ply it led to, as far as it was needed. */
  private trails = new Map<number, Trail>();
  private looks = new Map<number, Looked>();
  private looksAsked = new Map<number, (looked: Looked) => void>();

  constructor(readonly id: string) {
    this.line = new Line(id, {
      heard: (frame) => this.hear(frame),
      health: (health) => (this.health = health),
      hello: () => ({ type: "join", secrets: seatsAt(id).own, lang: settings.lang }),
    });
  }

  /** Seconds until the computer can begin, while it is prepared for the first time. */
  get wait(): number | null {
    return this.view?.preparing ?? this.preparing;
  }

  close() {
    this.line.close();
  }

  // What can be asked about the table

  get live(): boolean {
    return (
      this.looking === null && this.view !== null && this.shown?.ply === this.view.position.ply
    );
  }

  get over(): boolean {
    return this.view !== null && this.view.result !== null;
  }

  /** Whose turn it is, if it is that of somebody here. */
  get mine(): boolean {
    const { view } = this;
    return view !== null && !this.over && view.yours.includes(view.position.turn);
  }

  /** Has each side completed its first turn? Until then the game can be called off. */
  get underWay(): boolean {
    const { movers, position, seats } = this.view!;
    const done = movers.filter((seat, i) => (movers[i + 1] ?? position.turn) !== seat);
    return new Set(done).size === seats.length;
  }

  /** The seat whose turn it is, if nobody has ever come to it. */
  get expected(): number | null {
    const { position, seats } = this.view!;
    return this.over || seats[position.turn].came ? null : position.turn;
  }

  /** The moves that can be made here and now. */
  choices: Choice[] = $derived.by(() =>
    this.live && this.mine && !this.pending && this.health === "open"
      ? this.view!.position.choices
      : NOBODY,
  );

  /** An offer that waits for a yes or no from here. */
  get asked(): Offer | undefined {
    return this.offers.find((offer) => !this.agreed(offer.kind));
  }

  /** An offer made or accepted here that waits for the others. */
  get waits(): Offer | undefined {
    return this.offers.find((offer) => this.agreed(offer.kind));
  }

  private get offers(): Offer[] {
    return this.view?.yours.length ? this.view.offers : [];
  }

  private agreed(kind: Offer["kind"]): boolean {
    return this.offers.some((each) => each.kind === kind && this.view!.yours.includes(each.seat));
  }

  /** May one be helped? Not while people play apart. */
  get helpful(): boolean {
    const people = this.view?.seats.filter((seat) => seat.kind !== "computer") ?? [];
    return this.over || people.length < 2 || people.every((seat) => seat.kind === "here");
  }

  // What people do

  send(frame: Up) {
    this.line.send(frame);
  }

  play(token: string, dragged = false) {
    const { ply } = this.view!.position;
    this.pending = { ply, token };
    this.dragged = dragged;
    this.refusal = null;
    this.send({ type: "play", ply, token });
  }

  try(path: string[]) {
    this.send({ type: "try", ply: this.view!.position.ply, path });
  }

  preview(token: string | null) {
    this.wanted = token;
    this.ghost = (token && this.previews.get(token)) || null;
    if (!token || this.ghost) return;
    setTimeout(() => {
      if (this.wanted === token && this.choices.length)
        this.send({ type: "preview", ply: this.view!.position.ply, token });
    }, 50);
  }

  hint() {
    this.hinting = true;
    this.send({ type: "hint" });
  }

  analyse(on: boolean) {
    this.analysing = on;
    this.advice = null;
    this.preparing = null;
    if (on && this.shown) this.askAnalysis(this.shown.ply);
    else this.send({ type: "stop" });
  }

  resign() {
    const { yours, position } = this.view!;
    const seat = yours.includes(position.turn) ? position.turn : yours[0];
    this.send({ type: "resign", seat });
  }

  offer(kind: "undo" | "draw" | "rematch") {
    this.send({ type: kind });
  }

  speak() {
    this.send({ type: "speak", lang: settings.lang });
  }

  /** Look at the position after so many moves; at the last one, come back to the game. */
  async look(ply: number) {
    if (!this.view) return;
    const end = this.view.tokens.length;
    const to = Math.max(0, Math.min(ply, end));
    const from = this.looking ?? end;
    if (to === from && this.looking === null) return;
    this.looking = to === end ? null : to;
    this.stage?.skip();
    const looked = await this.fetchLook(to);
    if ((this.looking ?? this.view.tokens.length) !== to) return;
    if (to === from + 1 && this.shown?.ply === from) await this.stage?.travel(looked.route);
    if ((this.looking ?? this.view.tokens.length) !== to) return;
    this.show(looked.position);
  }

  // What the server says

  private hear(frame: Down) {
    switch (frame.type) {
      case "joined":
        this.board = frame.board;
        this.sit(frame.table);
        return this.askAgain();
      case "changed":
        return this.sit(frame.table);
      case "moved":
        return this.moved(frame);
      case "thinking":
        this.view &&= {
          ...this.view,
          thinking: frame.seat,
          waiting: frame.waiting,
          preparing: frame.preparing,
        };
        return;
      case "preparing":
        this.preparing = frame.seconds;
        return;
      case "looked":
        return this.looked(frame);
      case "previewed":
        return this.previewed(frame);
      case "advice":
        return this.advised(frame);
      case "again":
        return this.again(frame);
      case "refused":
        this.refusal = frame;
        this.hinting = false;
        this.preparing = null;
        this.pending = null;
    }
  }

  /** Take this for the table; what is on the board follows. */
  private sit(view: TableView) {
    const before = this.view;
    const moved = before?.tokens.join() !== view.tokens.join();
    this.view = view;
    this.told = performance.now();
    noteVisit({
      table: this.id,
      game: view.game,
      at: Date.now(),
      over: view.result !== null,
      yours: view.yours,
    });
    if (moved) this.looks.clear();
    if (moved) this.trails.clear();
    if (moved && this.looking !== null) this.looking = null;
    if (this.looking === null) this.show(view.position);
    this.playAgain();
  }

  /** A move that was on its way when the line broke is sent once more. */
  private playAgain() {
    const { pending } = this;
    if (pending && pending.ply === this.view!.position.ply && this.mine)
      this.send({ type: "play", ...pending });
    else this.pending = null;
  }

  private moved(frame: Moved) {
    const { view } = this;
    if (!view || frame.position.ply !== view.tokens.length + 1) return;
    const own = this.pending?.token === frame.token && this.dragged;
    this.pending = null;
    this.refusal = null;
    this.view = {
      ...view,
      tokens: [...view.tokens, frame.token],
      movers: [...view.movers, frame.seat],
      position: frame.position,
      clock: frame.clock,
      result: frame.result,
      thinking: null,
      preparing: null,
      offers: view.offers.filter((offer) => offer.kind === "rematch"),
    };
    this.told = performance.now();
    if (frame.result)
      noteVisit({ table: this.id, game: view.game, at: Date.now(), over: true, yours: view.yours });
    const { ply, marks } = frame.position;
    this.trails.set(ply, trail(view.position.marks, marks, frame.route));
    this.showing = this.showing.then(() => this.arrive(frame, own)).catch(reportError);
  }

  /** Show a move as a movement, after those before it have been shown. */
  private async arrive(frame: Moved, dragged: boolean) {
    if (this.looking !== null) return;
    if (!dragged && this.shown?.ply === frame.position.ply - 1)
      await this.stage?.travel(frame.route);
    if (this.looking !== null || frame.position.ply > this.view!.tokens.length) return;
    this.show(frame.position);
    this.news = frame.news ?? this.news;
  }

  private show(position: PositionView) {
    const came = this.view!.tokens.slice(0, position.ply).join(" ");
    const same = this.shown?.ply === position.ply && this.came === came;
    this.shown = position;
    this.came = came;
    this.trace(position.ply);
    if (same) return;
    this.ghost = null;
    this.hinting = false;
    this.preparing = null;
    this.previews.clear();
    if (!this.analysing) this.advice = null;
    else this.askAnalysis(position.ply);
  }

  /** Mark what the turn did that led to this ply; moves that were not seen are asked for. */
  private trace(ply: number) {
    const turn = this.turnTo(ply);
    this.last = turn.length ? joined(turn.flatMap((each) => this.trails.get(each) ?? [])) : null;
    if (turn.some((each) => !this.trails.has(each))) this.findTrails(turn).catch(reportError);
  }

  /** The moves of the same seat, one after the other, that led to a ply. */
  private turnTo(ply: number): number[] {
    const movers = this.view!.movers.slice(0, ply);
    const others = movers.findLastIndex((seat) => seat !== movers.at(-1)) + 1;
    return movers.slice(others).map((_, i) => others + i + 1);
  }

  private async findTrails(turn: number[]) {
    const { came } = this;
    for (const ply of turn.filter((each) => !this.trails.has(each))) {
      const [before, after] = [await this.fetchLook(ply - 1), await this.fetchLook(ply)];
      if (this.came !== came) return;
      this.trails.set(ply, trail(before.position.marks, after.position.marks, after.route));
    }
    this.trace(turn.at(-1)!);
  }

  private fetchLook(ply: number): Promise<Looked> {
    const known = this.looks.get(ply);
    if (known) return Promise.resolve(known);
    return new Promise((resolve) => {
      const others = this.looksAsked.get(ply);
      this.looksAsked.set(ply, (looked) => [others, resolve].forEach((each) => each?.(looked)));
      this.send({ type: "look", ply });
    });
  }

  private looked(frame: Looked) {
    const { ply } = frame.position;
    this.looks.set(ply, frame);
    this.looksAsked.get(ply)?.(frame);
    this.looksAsked.delete(ply);
  }

  private previewed(frame: Previewed) {
    if (frame.ply !== this.shown?.ply) return;
    this.previews.set(frame.token, frame);
    if (this.wanted === frame.token && this.live) this.ghost = frame;
  }

  private askAnalysis(ply: number) {
    this.send({ type: "analyse", ply, seconds: ANALYSIS_SECONDS });
  }

  /** What was asked on a line that broke is not answered: a hint is given up, an analysis not. */
  private askAgain() {
    this.hinting = false;
    this.preparing = null;
    if (this.analysing && this.shown) this.askAnalysis(this.shown.ply);
  }

  private advised(frame: Advice) {
    this.preparing = null;
    if (frame.ply !== this.shown?.ply) return;
    this.advice = frame;
    if (frame.kind === "hint" && frame.final) this.hinting = false;
  }

  /** The rematch begins: go there, unless somebody has come to look at the old game. */
  private again(frame: Again) {
    keepMade(
      frame,
      frame.secrets.map(() => false),
    );
    if (frame.earlier) this.next = frame.table;
    else this.goOn(frame.table);
  }

  /** Go to the table of the rematch. */
  goOn(table: string) {
    rewrite(`/t/${table}`);
  }
}
