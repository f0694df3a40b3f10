// Made by scripts/types from src/tablier/play/wire.

/** Call the game off, before each side has had its first turn. */
export interface Abort {
  type: "abort";
}

/** What the search thinks of a position; comes again while it thinks on. */
export interface Advice {
  type: "advice";
  ply: number;
  kind: "analysis" | "hint";
  moves: MoveAdvice[];
  values: number[];
  visits: number;
  proven: boolean;
  final: boolean;
}

/** The rematch: go to that table; secrets are those of your seats there. */
export interface Again {
  type: "again";
  table: string;
  secrets: (string | null)[];
  earlier: boolean;
}

/** Have the position after `ply` moves analysed for some seconds; it ends the one before. */
export interface Analyse {
  type: "analyse";
  ply: number;
  seconds?: number;
}

/** The position asked for, and the way of the last move. */
export interface Answered {
  position: PositionView;
  route: Leg[];
  refusal: Refusal | null;
  state: string;
  outcome: number[];
  key: string;
}

/** A position to be looked at without a table: played from a text, or from the start. */
export interface Asked {
  options?: Record<string, boolean | number | string>;
  text?: string | null;
  tokens?: string[];
  path?: string[];
}

/** What the search would have played instead, and why. */
export interface BetterMove {
  line: MoveAdvice[];
  why: string;
}

/** The constant part of a picture: background, spots, and the shapes of the pieces. */
export interface Board {
  width: number;
  height: number;
  layers: (Path | Circle | Label)[][];
  spots: Spot[];
  pieces: Record<string, (Path | Circle | Label)[]>;
  buttons: string[];
  seats: string[];
  far: number[];
}

/** An opening book: what was played in strong games and here, from all sides. */
export interface BookInfo {
  games: number;
  positions: Record<string, PlayedMove[]>;
}

/** A game that goes on elsewhere: in a browser while its server is away, and back there. */
export interface CarriedTable {
  game: string;
  version: number;
  seats: SeatWish[];
  options?: Record<string, boolean | number | string>;
  seed?: string | null;
  setup?: string | null;
  tokens?: string[];
  comments?: Record<string, string>;
  ending?: GivenEnding | null;
  secrets?: string[];
  base?: string[] | null;
}

/** Anything but a move has happened: take this for the table from now on. */
export interface Changed {
  type: "changed";
  table: TableView;
}

/** A legal move and the spots to click for it, in order. */
export interface Choice {
  token: string;
  path: string[];
}

/** A disc. */
export interface Circle {
  type: "circle";
  x: number;
  y: number;
  radius: number;
  style: string;
}

/** Claim the win or a draw, since somebody has gone. */
export interface Claim {
  type: "claim";
  draw?: boolean;
}

/** One rule; its number is what refusals cite. */
export interface ClauseInfo {
  number: string;
  parts: (Prose | Diagram)[];
}

/** Thinking time for each seat, and what is added after each of its turns, in seconds. */
export interface Clock {
  seconds: number;
  increment?: number;
}

/** What is left to each seat in milliseconds when this was sent, and whose clock runs. */
export interface ClockView {
  left: number[];
  running: number | null;
}

/** The move of a computer player that was asked for by a `Search` of this number. */
export interface Computed {
  type: "computed";
  number: number;
  token: string;
}

/** Say that what the last news hold is seen: the computer may move. */
export interface Continue {
  type: "continue";
}

/** A position in a rulebook, to look at and to play from. */
export interface Diagram {
  type: "diagram";
  text: string;
  caption: string;
  marks: Mark[];
}

/** Ask why the first of these moves is good in the position after `ply` moves. */
export interface Explain {
  type: "explain";
  ply: number;
  moves: Idea[];
}

/** Why a move is good, as one sentence; empty if nothing can be said. */
export interface Explained {
  type: "explained";
  ply: number;
  token: string;
  sentence: string;
}

/** A game with all its variations. The first that follows a node goes on with its line. */
export interface Explored {
  game: string;
  nodes: ExploredMove[];
  options: Record<string, boolean | number | string>;
  start: string | null;
  seed: string | null;
  tags: Record<string, string>;
  given: string;
}

/** A node of a tree of moves: the move that leads to it, and what is said there. */
export interface ExploredMove {
  parent: number;
  token: string;
  words: string;
  before: string;
  marks: string[];
  arrows: string[];
  shares: number[];
  proven: boolean;
  turn: number;
  legal: number;
  outcome: number[];
}

/** What a search for advice has found so far: the best moves, as `Advice` has them. */
export interface Found {
  type: "found";
  number: number;
  moves: FoundMove[];
  values: number[];
  visits: number;
  proven: boolean;
  final: boolean;
}

/** What a search has found out about a move. */
export interface FoundMove {
  line: string[];
  visits: number;
  values: number[];
  proven: boolean;
}

/** A game, with the picture of a position. */
export interface GameInfo {
  name: string;
  title: string;
  blurb: string;
  author: string;
  length: string;
  players: number[];
  seats: string[];
  options: OptionInfo[];
  levels: LevelInfo[];
  views: View[];
  piece_names: Record<string, string>;
  spot_names: Record<string, string>;
  legend: Record<string, string>;
  style: string;
  aim: string;
  puzzles: number;
  daily: number[];
  themes: Record<string, string>;
  lessons: number;
  board: Board;
  scene: Mark[];
}

/** How a game ended that the rules did not end. */
export interface GivenEnding {
  reason: "aborted" | "agreed" | "declined" | "left" | "left_draw" | "record" | "resigned" | "rules" | "time";
  payoffs: number[];
  loser?: number | null;
}

/** What is shown until the reader of the news goes on, such as the end of a round. */
export interface Held {
  marks: Mark[];
  tally: string[];
}

/** Ask for a good move in the present position. */
export interface Hint {
  type: "hint";
}

/** As much of a move as the search sees it as an explanation needs. */
export interface Idea {
  token: string;
  winrate: number;
  proven: boolean;
  line: string[];
}

/** A record to go on with, or to look at: all seats are here. */
export interface ImportedTable {
  record: string;
}

/** Sit down with these secrets, or watch without any. */
export interface Join {
  type: "join";
  secrets?: string[];
  lang?: "de" | "en" | "fr";
  thinks?: boolean;
  holds?: boolean;
}

/** The whole table, once at the beginning and again after each change of language. */
export interface Joined {
  type: "joined";
  board: Board;
  table: TableView;
}

/** A few letters, centred on their point. */
export interface Label {
  type: "label";
  x: number;
  y: number;
  letters: string;
  style: string;
}

/** A part of the route of a piece in a move, from point to point. */
export interface Leg {
  mark: string;
  points: [number, number][];
  below: boolean;
}

/** A step of the lessons of a game: a position with a goal. */
export interface LessonInfo {
  id: string;
  number: number;
  seat: number;
  title: string;
  task: string;
  done: string;
  moves: number;
  teaches: string[];
  marks: string[];
}

/** What becomes of the moves tried in a lesson; "wrong" when all moves are used up. */
export interface LessonView {
  verdict: "begun" | "right" | "slow" | "solved" | "wrong";
  position: PositionView;
  steps: PuzzleStep[];
  hint: MoveAdvice | null;
  refusal: Refusal | null;
}

/** Where spots lie in the board's text, and how it looks on a terminal with colours.

    A style is written "bold #rrggbb on #rrggbb", and each part of it can be left out. */
export interface Letters {
  places: Record<string, Place[]>;
  field: string;
  count: string;
  inks: Record<string, string>;
}

/** A computer player; its rating as measured, where random play is 0. */
export interface LevelInfo {
  level: number;
  rating: number | null;
}

/** Ask for the position after `ply` moves, to replay the game. */
export interface Look {
  type: "look";
  ply: number;
}

/** A position of the past, and the move that led to it. */
export interface Looked {
  type: "looked";
  position: PositionView;
  token: string | null;
  route: Leg[];
}

/** A piece on the board. */
export interface Mark {
  id: string;
  piece: string;
  x: number;
  y: number;
  turn: number;
  letters: string;
  spot: string;
}

/** A move as the search sees it; win rate is the mover's, from 0 to 1. */
export interface MoveAdvice {
  token: string;
  path: string[];
  route: Leg[];
  visits: number;
  winrate: number;
  proven: boolean;
  line: string[];
}

/** A move of a finished game, as the review judges it. */
export interface MoveReview {
  token: string;
  seat: number;
  loss: number;
  judgement: "blunder" | "inaccuracy" | "mistake" | null;
  accuracy: number;
  turning: boolean;
  best: string;
  line: string[];
  better: BetterMove | null;
}

/** A table to be made: seats in the order of play. */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: Record<string, boolean | number | string>;
  clock?: Clock | null;
  text?: string | null;
}

/** A seat has said yes to something; the first to do so has asked for it, all people must. */
export interface Offer {
  kind: "claim_draw" | "claim_win" | "draw" | "rematch" | "undo";
  seat: number;
}

/** Offer to call it a draw. */
export interface OfferDraw {
  type: "draw";
}

/** Can the games be had for use while the server is away? */
export interface OfflineInfo {
  available: boolean;
}

/** An option of a game: either all its values, or the least and the most of a number. */
export interface OptionInfo {
  name: string;
  label: string;
  default: boolean | number | string;
  values: OptionValue[];
  least: number | null;
  most: number | null;
}

/** A value that an option can have. */
export interface OptionValue {
  value: boolean | number | string;
  label: string;
}

/** A line or an area. */
export interface Path {
  type: "path";
  d: string;
  style: string;
}

/** Adjacent letters in the board's text, and the style of their background. */
export interface Place {
  line: number;
  column: number;
  width: number;
  style: string;
}

/** Play a move as number `ply` of the game (0 is the first). */
export interface Play {
  type: "play";
  ply: number;
  token: string;
}

/** A move of an opening book. */
export interface PlayedMove {
  token: string;
  games: number;
  points: number[];
}

/** A position as it is shown. */
export interface PositionView {
  ply: number;
  turn: number;
  marks: Mark[];
  choices: Choice[];
  status: string;
  tally: string[];
  text: string | null;
  suggested: string[];
  warning: string | null;
}

/** The advice that you have asked for comes when the search is compiled: in so many seconds. */
export interface Preparing {
  type: "preparing";
  seconds: number;
}

/** Ask what the board would look like after a legal move. */
export interface Preview {
  type: "preview";
  ply: number;
  token: string;
}

/** What a move would do. */
export interface Previewed {
  type: "previewed";
  ply: number;
  token: string;
  marks: Mark[];
  route: Leg[];
}

/** Words of a rulebook, as HTML that we wrote ourselves. */
export interface Prose {
  type: "prose";
  html: string;
}

/** A position that only few first moves win. */
export interface PuzzleInfo {
  id: string;
  number: number;
  seat: number;
  level: number;
  rating: number | null;
  moves: number;
  left: number | null;
  turns: number | null;
  first: number;
  themes: string[];
  retired: boolean;
}

/** A move in a puzzle or a lesson, and the position after it. */
export interface PuzzleStep {
  token: string;
  seat: number;
  route: Leg[];
  position: PositionView;
}

/** What becomes of the moves tried: the position, and how it came from the one before. */
export interface PuzzleView {
  puzzle: PuzzleInfo;
  verdict: "begun" | "right" | "slow" | "solved" | "wrong";
  position: PositionView;
  steps: PuzzleStep[];
  hint: MoveAdvice | null;
  refusal: Refusal | null;
}

/** A record. */
export interface RecordText {
  record: string;
}

/** Why something cannot be done; `clause` is the rule that a move breaks, if it is a rule. */
export interface Refusal {
  type: "refused";
  sentence: string;
  clause: string | null;
}

/** A frame is refused; `to` is its type, if it could be read. */
export interface Refused {
  type: "refused";
  sentence: string;
  clause: string | null;
  to: string | null;
}

/** Ask for another game with the seats changed. */
export interface Rematch {
  type: "rematch";
}

/** Take a name at one's seat. */
export interface Rename {
  type: "rename";
  seat: number;
  name: string;
}

/** A position of a game, and the move that led to it. */
export interface ReplayFrame {
  token: string | null;
  route: Leg[];
  marks: Mark[];
  status: string;
}

/** A game from its start to where it is now, to be looked at and drawn. */
export interface ReplayView {
  game: string;
  title: string;
  board: Board;
  seats: string[];
  over: boolean;
  frames: ReplayFrame[];
}

/** Say yes or no to an offer. */
export interface Reply {
  type: "reply";
  kind: "claim_draw" | "claim_win" | "draw" | "rematch" | "undo";
  yes: boolean;
}

/** Give up the game for that seat. */
export interface Resign {
  type: "resign";
  seat: number;
}

/** How a game ended: what each seat gets, from −1 to 1, and in words. */
export interface Result {
  payoffs: number[];
  reason: "aborted" | "agreed" | "declined" | "left" | "left_draw" | "record" | "resigned" | "rules" | "time";
  sentence: string;
}

/** Have the finished game reviewed, or (`on` false) do not wait for it any longer. */
export interface Review {
  type: "review";
  on?: boolean;
}

/** The review of a finished game. */
export interface ReviewView {
  shares: number[][];
  moves: MoveReview[];
  accuracies: (number | null)[];
}

/** The review of the game. */
export interface Reviewed {
  type: "reviewed";
  review: ReviewView;
}

/** The review that you wait for has so many positions done, of so many. */
export interface Reviewing {
  type: "reviewing";
  done: number;
  of: number;
}

/** The rules of a game in one language. */
export interface RulebookInfo {
  title: string;
  parts: (Prose | Diagram)[];
  sections: SectionInfo[];
}

/** Who offers to search is asked to.

    For the move of a computer player, which `Computed` answers, or for advice, which `Found` does.
    A review asks for one position of a finished game after the other. */
export interface Search {
  type: "search";
  number: number;
  kind: "analysis" | "hint" | "move" | "review";
  ply: number;
  state: string;
  level: number | null;
  seed: string;
  seconds: number | null;
}

/** A seat as all see it. */
export interface SeatView {
  kind: "bot" | "computer" | "here" | "link";
  name: string;
  level: number | null;
  rating: number | null;
  present: boolean;
  asked: boolean;
  came: boolean;
}

/** Who shall sit there; a bot is asked by its name, and has to accept. */
export interface SeatWish {
  kind: "bot" | "computer" | "here" | "link";
  level?: number | null;
  name?: string;
}

/** Clauses that belong together. */
export interface SectionInfo {
  number: string;
  title: string;
  parts: (Prose | Diagram)[];
  clauses: ClauseInfo[];
}

/** Be told everything in this language from now on. */
export interface Speak {
  type: "speak";
  lang: "de" | "en" | "fr";
}

/** A place that can be clicked. */
export interface Spot {
  id: string;
  label: string;
  x: number;
  y: number;
  d: string;
  neighbours: Record<string, string>;
}

/** A move was played, and is stored: what has changed, told to whoever knows what was. */
export interface Step {
  type: "step";
  token: string;
  seat: number;
  ply: number;
  turn: number;
  route: Leg[];
  gone: number[];
  places: number[];
  marks: Mark[];
  choices: string;
  status: string;
  tally: string[];
  suggested: string[];
  clock: ClockView | null;
  result: Result | null;
  news: string | null;
  held: Held | null;
  warning: string | null;
}

/** Analyse no longer. */
export interface StopAnalysis {
  type: "stop";
}

/** Where the moves are now: another table, if the game had gone on there in another way. */
export interface TableBrought {
  table: string;
}

/** The new table, and the secret of each seat that a person takes; the maker shares them. */
export interface TableMade {
  table: string;
  secrets: (string | null)[];
}

/** All of a table but its board. */
export interface TableView {
  table: string;
  game: string;
  options: Record<string, boolean | number | string>;
  seats: SeatView[];
  yours: number[];
  tokens: string[];
  movers: number[];
  position: PositionView;
  clock: ClockView | null;
  result: Result | null;
  offers: Offer[];
  thinking: number | null;
  waiting: boolean;
  gone: number[];
  preparing: number | null;
}

/** A computer has begun to think (or waits for its turn to), or has stopped (None). */
export interface Thinking {
  type: "thinking";
  seat: number | null;
  waiting: boolean;
  preparing: number | null;
}

/** Offer to search here, when a `Search` comes; or do so no longer. */
export interface Thinks {
  type: "thinks";
  on?: boolean;
}

/** The moves that somebody makes in a puzzle or a lesson, without the answers to them. */
export interface Tried {
  tokens?: string[];
  path?: string[];
  hint?: boolean;
}

/** Ask why these clicks lead to no legal move. */
export interface Try {
  type: "try";
  ply: number;
  path: string[];
}

/** Take back one's last turn: at once where nobody else is asked, else by consent. */
export interface Undo {
  type: "undo";
}

/** Another way to see the board, held by a key or switched by a button: class `view-NAME`. */
export interface View {
  name: string;
  label: string;
  key: string;
}

export type Up = Join | Play | Try | Continue | Undo | OfferDraw | Rematch | Reply | Resign | Abort | Claim | Hint | Explain | Review | Analyse | StopAnalysis | Thinks | Computed | Found | Preview | Look | Rename | Speak;

export type Down = Joined | Changed | Step | Thinking | Preparing | Search | Looked | Previewed | Advice | Explained | Reviewing | Reviewed | Again | Refused;
