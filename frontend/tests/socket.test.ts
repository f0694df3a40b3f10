// The line to a table: what is told when it is lost, and what is not.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Health, TableSocket } from "../src/table/socket";

class Socket {
  static OPEN = 1;
  static all: Socket[] = [];
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    Socket.all.push(this);
  }
  send() {}
  close() {}
  join() {
    this.onopen?.();
    this.onmessage?.({ data: '{"type": "joined"}' });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  Socket.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin(): Health[] {
  const told: Health[] = [];
  new TableSocket("x", {
    onFrame: () => {},
    onHealth: (health) => told.push(health),
    joinFrame: () => ({ type: "join", secrets: [], lang: "en", thinks: false }),
  });
  Socket.all[0].join();
  return told;
}

test("a server that ends in order is left for another without a word", () => {
  const told = begin();
  Socket.all[0].onclose?.({ code: 1012 });
  vi.advanceTimersByTime(400);
  Socket.all[1].join();
  expect(told).toEqual(["open", "open"]);
});

test("if there is no other, that is told", () => {
  const told = begin();
  Socket.all[0].onclose?.({ code: 1012 });
  vi.advanceTimersByTime(400);
  Socket.all[1].onclose?.({ code: 1006 });
  expect(told).toEqual(["open", "reconnecting"]);
});
