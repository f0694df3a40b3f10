// What the page and the worker tell each other.

/** Where the files of Python are. */
export interface Addresses {
  folder: string;
  archive: string;
  libraries: string[];
}

export type ToWorker =
  | ({ type: "start" } & Addresses)
  | { type: "ask"; number: number; path: string; lang: string; body: string }
  | { type: "connect"; number: number; table: string }
  | { type: "frame"; number: number; frame: string }
  | { type: "leave"; number: number };

export type ToPage =
  | { type: "fetched"; bytes: number }
  | { type: "ready" }
  /** Something could not be kept in this browser. */
  | { type: "lost"; reason: string }
  | { type: "failed"; reason: string }
  | { type: "answer"; number: number; status: number; body: string }
  | { type: "frame"; number: number; frame: string }
  | { type: "closed"; number: number; code: number };
