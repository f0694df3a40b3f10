// A table as this browser sees it: one state object, changed by frames from the server alone.
import { joined, trail, type Trail } from "../board/geometry";
import { keepMade, noteVisit, seatsAt } from "../storage";
import { replaceAddress } from "../router.svelte";
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
  Refused,
  TableView,
  Up,
} from "../protocol";
import { settings } from "../settings.svelte";
import { type Health, TableSocket } from "./socket";

const ANALYSIS_SECONDS = 8;
const FAR_BEHIND = 4; // moves: who is so many behind the game sees them without movement
const NOBODY: Choice[] = [];
/** The table of a rematch that begins now. */
let rematch = "";

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
  refusal: Refused | null = $state.raw(null);
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
  /** Is this the rematch of a game that was played just now? */
  readonly swapped: boolean;

  private socket: TableSocket;
  /** The moves that led to the position that is shown. */
  private came = "";
  private showing: Promise<void> = Promise.resolve();
  /** How many moves have come and are not yet shown. */
  private coming = 0;
  /** Another number whenever something else is to be shown than what is on its way. */
  private course = 0;
  /** A move that was sent and not yet confirmed, and the line that it was sent on. */
  private pending: { ply: number; token: string; line: number } | null = $state.raw(null);
  private lines = 0;
  private dragged = false;
  private previews = new Map<string, Previewed>();
  private wanted: string | null = null;
  /** What each move did, by the ply it led to, as far as it was needed. */
  private trails = new Map<number, Trail>();
  private looks = new Map<number, Promise<Looked>>();
  private looksAsked = new Map<number, (looked: Looked) => void>();

  constructor(readonly id: string) {
    this.swapped = rematch === id;
    this.socket = new TableSocket(id, {
      onFrame: (frame) => this.hear(frame),
      onHealth: (health) => (this.health = health),
      hello: () => this.hello(),
    });
  }

  /** Seconds until the computer can begin, while it is prepared for the first time. */
  get wait(): number | null {
    return this.view?.preparing ?? this.preparing;
  }

  private hello(): Up {
    this.lines++;
    return { type: "join", secrets: seatsAt(this.id).own, lang: settings.lang };
  }

  close() {
    this.socket.close();
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
    this.socket.send(frame);
  }

  play(token: string, dragged = false) {
    const { ply } = this.view!.position;
    this.pending = { ply, token, line: this.lines };
    this.dragged = dragged;
    this.refusal = null;
    this.hinting = false;
    this.note(ply + 1);
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

  /** Wish for a hint: it comes as soon as there is something to choose, whatever happens before. */
  hint() {
    this.hinting = true;
    this.askHint();
  }

  /** Analyse or stop it. The server gives one kind of advice at a time: the one asked for last. */
  analyse(on: boolean) {
    this.analysing = on;
    this.advice = null;
    this.preparing = null;
    if (on) this.hinting = false;
    if (on && this.shown) this.askAnalysis(this.shown.ply);
    else this.send({ type: "stop" });
    this.askHint();
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
    const course = ++this.course;
    this.stage?.skip();
    const looked = await this.fetchLook(to);
    if (!this.isOn(course, to)) return;
    if (to === from + 1 && this.shown?.ply === from) await this.stage?.travel(looked.route);
    if (!this.isOn(course, to)) return;
    this.show(looked.position);
  }

  /** Is that still what is to be shown? */
  private isOn(course: number, ply: number): boolean {
    return course === this.course && ply === (this.looking ?? this.view!.tokens.length);
  }

  // What the server says

  private hear(frame: Down) {
    switch (frame.type) {
      case "joined":
        this.board = frame.board;
        this.preparing = null;
        return this.sit(frame.table, true);
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
        return this.refused(frame);
    }
  }

  /** Something cannot be done; a glance that came too late is nobody's trouble. */
  private refused(frame: Refused) {
    if (frame.to === "look" || frame.to === "preview") return;
    this.refusal = frame;
    this.preparing = null;
    if (frame.to === "hint" || !frame.to) this.hinting = false;
    if (frame.to && frame.to !== "play") return;
    this.pending = null;
    this.askHint();
  }

  /** Take this for the table; what is on the board follows. `anew`: of a new line, or in new words. */
  private sit(view: TableView, anew = false) {
    const moved = this.view?.tokens.join() !== view.tokens.join();
    this.view = view;
    this.told = performance.now();
    this.note(view.tokens.length);
    if (moved || anew) this.forgetLooks();
    if (moved) this.begin(view);
    else if (this.looking !== null && anew) this.look(this.looking);
    else if (this.looking === null && !this.coming) this.show(view.position);
    this.playAgain();
    if (anew) this.askAdvice();
  }

  /** Another course of the game: nothing of what was on its way is shown any more. */
  private begin(view: TableView) {
    this.course++;
    this.looking = null;
    this.trails.clear();
    this.stage?.skip();
    this.show(view.position);
  }

  /** Remember the table with so many moves, those on their way to the server among them. */
  private note(moves: number) {
    const { game, yours, result } = this.view!;
    noteVisit({ table: this.id, game, at: Date.now(), over: result !== null, yours, moves });
  }

  /** A move that was on its way when the line broke is sent once more; one that is too late never. */
  private playAgain() {
    const { pending } = this;
    if (!pending) return;
    if (pending.ply !== this.view!.position.ply || !this.mine) this.pending = null;
    else if (pending.line !== this.lines) {
      this.pending = { ...pending, line: this.lines };
      this.send({ type: "play", ply: pending.ply, token: pending.token });
    }
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
    this.note(frame.position.ply);
    const { ply, marks } = frame.position;
    this.trails.set(ply, trail(view.position.marks, marks, frame.route));
    const { course } = this;
    this.coming++;
    this.showing = this.showing
      .then(() => this.arrive(frame, own, course))
      .catch(reportError)
      .then(() => void this.coming--);
  }

  /** Show a move as a movement, after those before it have been shown. */
  private async arrive(frame: Moved, dragged: boolean, course: number) {
    if (this.looking !== null || course !== this.course) return;
    const { ply } = frame.position;
    if (!dragged && this.shown?.ply === ply - 1 && !this.isFarBehind(ply))
      await this.stage?.travel(frame.route);
    if (course !== this.course) return;
    const now = this.view!.position; // the same, but perhaps in other words
    this.show(ply === now.ply ? now : frame.position);
    this.news = frame.news ?? this.news;
  }

  private isFarBehind(ply: number): boolean {
    return this.view!.tokens.length - ply >= FAR_BEHIND;
  }

  private show(position: PositionView) {
    const came = this.view!.tokens.slice(0, position.ply).join(" ");
    const same = this.shown?.ply === position.ply && this.came === came;
    this.shown = position;
    this.came = came;
    this.trace(position.ply);
    if (same) return;
    this.ghost = null;
    this.preparing = null;
    this.previews.clear();
    this.advice = null;
    this.askAdvice();
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
    const asked =
      this.looks.get(ply) ??
      new Promise<Looked>((resolve) => {
        this.looksAsked.set(ply, resolve);
        this.send({ type: "look", ply });
      });
    this.looks.set(ply, asked);
    return asked;
  }

  private looked(frame: Looked) {
    this.looksAsked.get(frame.position.ply)?.(frame);
    this.looksAsked.delete(frame.position.ply);
  }

  /** The game has changed, or is told in other words, or nobody answers any more. */
  private forgetLooks() {
    this.looks.clear();
    this.looksAsked.clear();
  }

  private previewed(frame: Previewed) {
    if (frame.ply !== this.shown?.ply) return;
    this.previews.set(frame.token, frame);
    if (this.wanted === frame.token && this.live) this.ghost = frame;
  }

  /** Ask for what is wished for, in the position that is shown. */
  private askAdvice() {
    if (this.analysing) this.askAnalysis(this.shown!.ply);
    this.askHint();
  }

  private askHint() {
    if (this.over) this.hinting = false;
    if (this.hinting && this.choices.length) this.send({ type: "hint" });
  }

  private askAnalysis(ply: number) {
    this.send({ type: "analyse", ply, seconds: ANALYSIS_SECONDS });
  }

  private advised(frame: Advice) {
    this.preparing = null;
    if (frame.ply !== this.shown?.ply) return;
    this.advice = frame;
    if (frame.kind !== "hint" || !frame.final) return;
    this.hinting = false;
    if (this.analysing) this.askAnalysis(frame.ply);
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
    rematch = table;
    replaceAddress(`/t/${table}`);
  }
}
