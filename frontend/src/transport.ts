// How frames come and go: by a WebSocket of the server, or by the worker in which tables are alone.
import { isAlone } from "./site";

/** As much of a WebSocket as a table needs. */
export interface Transport {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(frame: string): void;
  close(): void;
}

/** What answers instead of a server, once it is loaded. */
export const client = () => import("./tab/client");

class TabTransport implements Transport {
  readyState: number = WebSocket.CONNECTING;
  onopen: Transport["onopen"] = null;
  onmessage: Transport["onmessage"] = null;
  onclose: Transport["onclose"] = null;
  private number: number | null = null;

  constructor(table: string) {
    client().then(async ({ connect, leave }) => {
      if (this.readyState === WebSocket.CLOSED) return;
      this.number = await connect(table, {
        hear: (data) => this.onmessage?.(new MessageEvent("message", { data })),
        end: (code) => this.end(code),
      });
      if (this.readyState === WebSocket.CLOSED) return leave(this.number);
      this.readyState = WebSocket.OPEN;
      this.onopen?.(new Event("open"));
    });
  }

  send(frame: string) {
    client().then(({ send }) => this.number === null || send(this.number, frame));
  }

  close() {
    this.readyState = WebSocket.CLOSED;
    client().then(({ leave }) => this.number === null || leave(this.number));
  }

  private end(code: number) {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.(new CloseEvent("close", { code }));
  }
}

export function transportTo(table: string): Transport {
  if (isAlone) return new TabTransport(table);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket`);
}
