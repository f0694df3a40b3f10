// The socket of a table: reconnects by itself, and reports its state.
import { type Transport, transportTo } from "../transport";
import { isAlone } from "../site";
import type { Down, Up } from "../protocol";

export type Health = "connecting" | "open" | "reconnecting" | "gone" | "full";

interface Listener {
  onFrame: (frame: Down) => void;
  onHealth: (health: Health) => void;
  /** The first frame of each connection. */
  joinFrame: () => Up;
}

const NO_TABLE = 4404;
const TRY_LATER = 1013;
/** The server ends; another one, or the next one, has the same tables. */
const RESTART = 1012;
const NO_NETWORK = 1006;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

export class TableSocket {
  private socket: Transport | null = null;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private wasOpen = false;

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.reconnectNow);
    addEventListener("offline", this.giveUp);
    this.open();
  }

  /** Send a frame; says whether it was open. */
  send(frame: Up): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.reconnectNow);
    removeEventListener("offline", this.giveUp);
    this.socket?.close();
  }

  private open() {
    const socket = transportTo(this.table);
    this.socket = socket;
    socket.onopen = () => this.send(this.listener.joinFrame());
    socket.onmessage = (event) => this.receive(JSON.parse(event.data) as Down);
    socket.onclose = (event) => this.closed || this.lost(event.code);
  }

  private receive(frame: Down) {
    if (this.closed) return;
    if (frame.type === "joined") {
      this.wait = FIRST_WAIT;
      this.wasOpen = true;
      this.listener.onHealth("open");
    }
    this.listener.onFrame(frame);
  }

  /** Report why, and reconnect with exponential backoff. */
  private lost(code: number) {
    this.socket = null;
    if (code === NO_TABLE) return this.listener.onHealth("gone");
    if (code === RESTART && this.wait === FIRST_WAIT) {
      this.wait += 1; // if that fails, it is told
      this.timer = setTimeout(() => this.open(), FIRST_WAIT * Math.random());
      return;
    }
    const waiting = this.wasOpen ? "reconnecting" : "connecting";
    this.listener.onHealth(code === TRY_LATER ? "full" : waiting);
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
  }

  /** Without a network a socket seems to be open for minutes. */
  private giveUp = () => {
    if (isAlone || !this.socket) return;
    this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.lost(NO_NETWORK);
  };

  private reconnectNow = () => {
    if (this.socket || this.closed) return;
    clearTimeout(this.timer);
    this.open();
  };
}
