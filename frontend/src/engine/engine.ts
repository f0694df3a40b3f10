// Engine: the rules and the search of a game, compiled from their Python source to WebAssembly.
// A module describes itself in a custom section, which src/tablier/engines/description.py writes.

/** The bytes of a record, and of its fields the type and the place. */
interface Layout {
  size: number;
  fields: Record<string, ["f4" | "f8" | "i2" | "i4", number]>;
}

export interface Description {
  game: string;
  version: number;
  players: number;
  /** Bytes of memory that belong to the module, from address 0 on. */
  data: number;
  state: number;
  line: number;
  remember: number;
  worth_keeping: number;
  node: Layout;
  plan: Layout;
  /** The name of the function that searches. */
  search: string;
  /** How a net gets from its file into the memory, by field: where it is there and here, how many
   *  numbers it has, and of how many bytes each is there and here. */
  net: [from: number, to: number, count: number, narrow: number, wide: number][];
  /** Bytes that it needs besides the nodes, in the order of its arguments. */
  blocks: Record<string, number>;
}

type Call = (...words: (number | bigint)[]) => number;

const SECTION = "tablier";
const STACK = 1 << 18;
const PAGE = 1 << 16;
const ALIGNED = 64; // a line of the processor's cache

export function described(module: WebAssembly.Module): Description {
  const [section] = WebAssembly.Module.customSections(module, SECTION);
  return JSON.parse(new TextDecoder().decode(section)) as Description;
}

/** An engine with its own memory: `take` gives it out, `call` runs a function. */
export class Engine {
  readonly about: Description;
  private readonly memory: WebAssembly.Memory;
  private readonly functions: Record<string, Call>;
  private free: number;

  constructor(module: WebAssembly.Module) {
    this.about = described(module);
    const stack = aligned(this.about.data) + STACK;
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(stack / PAGE) });
    this.free = stack;
    const imports = {
      __linear_memory: this.memory,
      __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, stack),
      __indirect_function_table: new WebAssembly.Table({ initial: 0, element: "anyfunc" }),
    };
    const { exports } = new WebAssembly.Instance(module, { env: imports });
    this.functions = exports as Record<string, Call>;
  }

  /** The address of so many bytes, which are 0. */
  take(bytes: number): number {
    const address = this.free;
    this.free += aligned(bytes);
    const missing = this.free - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return address;
  }

  /** Write the net of a file to that address; of some numbers, a file has only the low byte. */
  unpack(net: Uint8Array, address: number) {
    for (const [from, to, count, narrow, wide] of this.about.net) {
      const field = net.subarray(from, from + count * narrow);
      if (narrow === wide) this.bytes(address + to, field.length).set(field);
      else new Int16Array(this.memory.buffer, address + to, count).set(new Int8Array(field));
    }
  }

  call(name: string, ...words: (number | bigint)[]): number {
    return this.functions[name](...words);
  }

  /** These bytes of the memory as they are now; taking more memory ends the use of it. */
  bytes(address: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, address, size);
  }

  view(address = 0): DataView {
    return new DataView(this.memory.buffer, address);
  }

  numbers(address: number, count: number): number[] {
    return [...new Int32Array(this.memory.buffer, address, count)];
  }
}

const aligned = (bytes: number) => Math.ceil(bytes / ALIGNED) * ALIGNED;

/** Reads a field of a record that lies at an address. */
export function field(view: DataView, layout: Layout, record: number, name: string, i = 0): number {
  const [kind, place] = layout.fields[name];
  const at = record + place + i * Number(kind[1]);
  if (kind === "f4") return view.getFloat32(at, true);
  if (kind === "f8") return view.getFloat64(at, true);
  return kind === "i2" ? view.getInt16(at, true) : view.getInt32(at, true);
}
