// The state of a table in this browser; only frames from the server change it.
import { joined, trail, type Trail } from "../board/geometry";
import type { Animator } from "../board/movement";
import { keepMade, noteVisit, seatsAt } from "../storage";
import { replaceAddress } from "../router.svelte";
import type {
  Advice,
  Again,
  Board,
  Choice,
  Down,
  Offer,
  PositionView,
  Previewed,
  Refused,
  TableView,
  Up,
} from "../protocol";
import { gameNamed } from "../games.svelte";
import { isAlone } from "../site";
import { settings } from "../settings.svelte";
import { Copy } from "./copy";
import { News } from "./news.svelte";
import { PastPositions, turnTo } from "./pastPositions";
import { Review } from "./review.svelte";
import { type Health, TableSocket } from "./socket";
import { inFull, type Moved } from "./steps";
import { findComputer, Thinking } from "./thinking";
import { Explanation } from "./explanation.svelte";

const ANALYSIS_SECONDS = 8;
const FAR_BEHIND = 4; // moves: with so many to show, they are not animated
const NOBODY: Choice[] = [];
const IGNORED = ["look", "preview", "explain", "computed", "found"]; // refusals of what came too late
/** The table of a rematch that begins now. */
let rematch = "";

export class Table {
  health: Health = $state("connecting");
  board: Board | null = $state.raw(null);
  /** The last state that the server sent. */
  view: TableView | null = $state.raw(null);
  /** The position on the board: that of `view`, an earlier one, or one that is animated. */
  shown: PositionView | null = $state.raw(null);
  /** What the turn did that led to the position that is shown. */
  last: Trail | null = $state.raw(null);
  /** The ply of an earlier position that is shown, or null for the present one. */
  looking: number | null = $state(null);
  refusal: Refused | null = $state.raw(null);
  /** The table of the rematch, if this game has one. */
  next: string | null = $state(null);
  readonly news = new News();
  advice: Advice | null = $state.raw(null);
  analysing = $state(false);
  hinting = $state(false);
  /** Seconds until the search for advice can begin, while it is compiled. */
  private preparing: number | null = $state(null);
  readonly why = new Explanation((frame) => this.send(frame));
  readonly review = new Review((frame) => this.thinking.before(this.view!, () => this.send(frame)));
  private readonly copy = new Copy(() => this.id);
  ghost: Previewed | null = $state.raw(null);
  /** When the clocks were received. */
  told = $state(0);
  animator: Animator | null = null;
  /** Is this the rematch of a game that was played just now? */
  readonly swapped: boolean;

  private socket: TableSocket;
  /** The moves that led to the position that is shown. */
  private shownTokens = "";
  private showing: Promise<void> = Promise.resolve();
  /** How many moves were received and are not yet shown. */
  private queued = 0;
  /** Incremented to cancel the animations under way. */
  private generation = 0;
  /** A move that was sent and not yet confirmed, and the connection that it was sent on. */
  pending: { ply: number; token: string; connection: number } | null = $state.raw(null);
  private connections = 0;
  private dragged = false;
  private previews = new Map<string, Previewed>();
  private wanted: string | null = null;
  /** What each move did, by the ply it led to, as far as it was needed. */
  private trails = new Map<number, Trail>();
  private past = new PastPositions((ply) => this.send({ type: "look", ply }));
  readonly thinking = new Thinking({
    send: (frame) => this.send(frame),
    advise: (advice) => this.advised(advice),
    askAgain: () => this.askAdvice(),
    find: findComputer,
    isAlone,
    now: () => performance.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });

  constructor(readonly id: string) {
    this.swapped = rematch === id;
    this.socket = new TableSocket(id, {
      onFrame: (frame) => this.onFrame(frame),
      onHealth: (health) => (this.health = health),
      joinFrame: () => this.joinFrame(),
    });
  }

  /** Seconds until the computer can begin, while its search is compiled. */
  get wait(): number | null {
    return this.view?.preparing ?? this.preparing;
  }

  private joinFrame(): Up {
    this.connections++;
    const [{ own: secrets }, { lang }] = [seatsAt(this.id), settings];
    return { type: "join", secrets, lang, thinks: this.thinking.isReady, holds: true };
  }

  close() {
    this.socket.close();
    this.thinking.close();
  }

  // Queries

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

  /** Has each side completed its first turn? Until then the game can be cancelled. */
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
    this.live && this.mine && !this.pending && !this.news.hold && this.health === "open"
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
  get mayBeHelped(): boolean {
    if (isAlone && !gameNamed(this.view!.game)?.levels.length) return false; // it has no engine
    const people = this.view?.seats.filter((seat) => seat.kind !== "computer") ?? [];
    return this.over || people.length < 2 || people.every((seat) => seat.kind === "here");
  }

  // Actions

  send(frame: Up) {
    this.socket.send(frame);
  }

  play(token: string, dragged = false) {
    const { ply } = this.view!.position;
    this.pending = { ply, token, connection: this.connections };
    this.dragged = dragged;
    this.refusal = null;
    this.news.read(); // whoever plays on has seen them
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

  /** Ask for a hint, at once or as soon as there is something to choose. */
  hint() {
    this.hinting = true;
    this.thinking.prepareSoon(this.view!).then(() => this.askHint());
  }

  /** Start or stop the analysis. One search runs at a time: the one asked for last. */
  analyse(on: boolean) {
    this.analysing = on;
    this.advice = null;
    this.preparing = null;
    if (on) this.hinting = false;
    else this.send({ type: "stop" });
    this.thinking.stop();
    this.thinking.prepareSoon(this.view!).then(() => this.askAdvice());
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

  /** Show the position after so many moves; after the last, return to the game. */
  async look(ply: number) {
    if (!this.view) return;
    const end = this.view.tokens.length;
    const to = Math.max(0, Math.min(ply, end));
    const from = this.looking ?? end;
    if (to === from && this.looking === null) return;
    this.looking = to === end ? null : to;
    this.news.release();
    const generation = ++this.generation;
    this.animator?.skip();
    const looked = await this.past.at(to);
    if (!this.isCurrent(generation, to)) return;
    if (to === from + 1 && this.shown?.ply === from) await this.animator?.travel(looked.route);
    if (!this.isCurrent(generation, to)) return;
    this.show(looked.position);
  }

  /** Is that still what is to be shown? */
  private isCurrent(generation: number, ply: number): boolean {
    return generation === this.generation && ply === (this.looking ?? this.view!.tokens.length);
  }

  // Frames from the server

  private onFrame(frame: Down) {
    switch (frame.type) {
      case "joined":
        this.board = frame.board;
        this.preparing = null;
        return this.replaceView(frame.table, true);
      case "changed":
        return this.replaceView(frame.table);
      case "step":
        return void (this.view && this.moved(inFull(frame, this.view.position.marks)));
      case "search":
        return void this.thinking.search(frame);
      case "thinking": {
        const { seat: thinking, waiting, preparing } = frame;
        this.prepare();
        this.view &&= { ...this.view, thinking, waiting, preparing };
        return;
      }
      case "preparing":
        this.preparing = frame.seconds;
        return;
      case "looked":
        return this.past.receive(frame);
      case "previewed":
        return this.previewed(frame);
      case "advice":
        return this.advised(frame);
      case "explained":
        return this.why.tell(frame);
      case "reviewing":
      case "reviewed":
        return this.review.hear(frame);
      case "again":
        return this.again(frame);
      case "refused":
        return this.refused(frame);
    }
  }

  /** Show why something is refused; what came too late is ignored. */
  private refused(frame: Refused) {
    if (IGNORED.includes(frame.to ?? "")) return;
    this.refusal = frame;
    this.preparing = null;
    if (frame.to === "review" || !frame.to) this.review.refused();
    if (frame.to === "hint" || !frame.to) this.hinting = false;
    if (frame.to && frame.to !== "play") return;
    this.pending = null;
    this.askHint();
  }

  /** Replace the state of the table. `anew`: on a new connection, or in another language. */
  private replaceView(view: TableView, anew = false) {
    const moved = this.view?.tokens.join() !== view.tokens.join();
    this.view = view;
    this.told = performance.now();
    this.note(view.tokens.length);
    if (moved || anew) this.past.clear();
    if (moved) this.review.reset();
    if (anew) for (const each of [this.review, this.why]) each.resume();
    if (moved) this.restart(view);
    else if (this.looking !== null && anew) this.look(this.looking);
    else if (this.looking === null && !this.queued) this.show(view.position);
    this.resend();
    this.thinking.follow(view);
    if (this.over && this.advice?.kind === "hint") this.advice = null;
    if (anew) this.prepare();
    if (anew) this.askAdvice();
  }

  /** Offer to compute the moves of computers, once it is known that there are any. */
  private prepare() {
    const { seats, yours } = this.view!;
    const plays = yours.length > 0 && !this.over && this.mayBeHelped;
    if (plays && seats.some(({ kind }) => kind === "computer")) this.thinking.prepare(this.view!);
  }

  /** Other moves than before: cancel all animations and show the position. */
  private restart(view: TableView) {
    this.generation++;
    this.looking = null;
    this.news.release();
    this.trails.clear();
    this.animator?.skip();
    this.show(view.position);
  }

  /** Store the visit with so many moves, unconfirmed ones included. */
  private note(moves: number) {
    const { game, yours, result } = this.view!;
    noteVisit({ table: this.id, game, at: Date.now(), over: result !== null, yours, moves });
    if (!isAlone) void this.copy.keep(this.view!, this.pending?.token);
  }

  /** Send an unconfirmed move again on a new connection, unless it is too late. */
  private resend() {
    const { pending } = this;
    if (!pending) return;
    if (pending.ply !== this.view!.position.ply || !this.mine) this.pending = null;
    else if (pending.connection !== this.connections) {
      this.pending = { ...pending, connection: this.connections };
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
    this.thinking.follow(this.view);
    this.note(frame.position.ply);
    const { ply, marks } = frame.position;
    this.trails.set(ply, trail(view.position.marks, marks, frame.route));
    const { generation } = this;
    this.queued++;
    this.showing = this.showing
      .then(() => this.animate(frame, own, generation))
      .catch(reportError)
      .then(() => void this.queued--);
  }

  /** Animate a move, after those before it. */
  private async animate(frame: Moved, dragged: boolean, generation: number) {
    if (this.looking !== null || generation !== this.generation) return;
    const { ply } = frame.position;
    const isFarBehind = this.view!.tokens.length - ply >= FAR_BEHIND;
    if (!dragged && this.shown?.ply === ply - 1 && !isFarBehind)
      await this.animator?.travel(frame.route);
    if (generation !== this.generation) return;
    if (frame.held) await this.hold(frame);
    if (generation !== this.generation) return;
    const now = this.view!.position; // the same, but perhaps in another language
    this.show(ply === now.ply ? now : frame.position);
    if (!frame.held) this.news.words = frame.news ?? this.news.words;
  }

  /** Show what a move has ended, until its news are read; a computer waits so long. */
  private async hold({ position, held, news, route }: Moved) {
    const before = this.shown!.marks;
    this.show({ ...position, ...held!, suggested: [] });
    this.last = trail(before, held!.marks, route);
    await this.news.holdBy(news);
    this.send({ type: "continue" });
  }

  private show(position: PositionView) {
    const tokens = this.view!.tokens.slice(0, position.ply).join(" ");
    const same = this.shown?.ply === position.ply && this.shownTokens === tokens;
    this.shown = position;
    this.shownTokens = tokens;
    this.trace(position.ply);
    if (same) return;
    this.ghost = null;
    this.preparing = null;
    this.previews.clear();
    this.advice = null;
    this.thinking.stop();
    this.why.resume();
    this.askAdvice();
  }

  /** Mark what the turn did that led to this ply; unknown moves are fetched. */
  private trace(ply: number) {
    const turn = turnTo(this.view!.movers, ply);
    this.last = turn.length ? joined(turn.flatMap((each) => this.trails.get(each) ?? [])) : null;
    if (turn.some((each) => !this.trails.has(each))) this.findTrails(turn).catch(reportError);
  }

  private async findTrails(turn: number[]) {
    const { shownTokens } = this;
    for (const ply of turn.filter((each) => !this.trails.has(each))) {
      const [before, after] = [await this.past.at(ply - 1), await this.past.at(ply)];
      if (this.shownTokens !== shownTokens) return;
      this.trails.set(ply, trail(before.position.marks, after.position.marks, after.route));
    }
    this.trace(turn.at(-1)!);
  }

  private previewed(frame: Previewed) {
    if (frame.ply !== this.shown?.ply) return;
    this.previews.set(frame.token, frame);
    if (this.wanted === frame.token && this.live) this.ghost = frame;
  }

  /** Ask again for the advice that is wanted, for the position that is shown. */
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
    this.thinking.learn(frame);
    this.advice = frame;
    if (frame.kind !== "hint" || !frame.final) return;
    this.hinting = false;
    if (this.analysing) this.askAnalysis(frame.ply);
  }

  /** Go to the rematch, unless it was made before this page was opened. */
  private again(frame: Again) {
    const links = frame.secrets.map(() => false);
    keepMade(frame, links);
    if (frame.earlier) this.next = frame.table;
    else this.goOn(frame.table);
  }

  /** Go to the table of the rematch. */
  goOn(table: string) {
    rematch = table;
    replaceAddress(`/t/${table}`);
  }
}
