// Plays scripts with Python in this process.
// Given: the folder of Pyodide, that of our archive and of libraries, the file with the scripts, and
// the one for what everybody is told. Python is started twice: the second time, which plays, from the
// memory of the first.
import fs from "node:fs";
import { startHost } from "../../frontend/src/tab/python.ts";

const [folder, ours, scripts, target] = process.argv.slice(2);

class Memory {
  records = new Map();
  load = async (table) => this.records.get(table);
  async save(list) {
    const records = JSON.parse(list);
    const known = ({ table }) => JSON.parse(this.records.get(table) ?? '{"table":{"changes":-1}}');
    if (!records.every((each) => known(each).table.changes === each.known)) return false;
    for (const { table, record } of records) this.records.set(table, record);
    return true;
  }
}

/** One step after the other; a frame counts as done when its sender is told something. */
async function played(host, { wish, steps, requests }) {
  const made = JSON.parse((await host.answer("/api/tables", "en", JSON.stringify(wish))).body);
  const told = [];
  const wake = [];
  const lines = made.secrets.map((_, line) => {
    const hear = (frame) => told.push([line, frame]) && wake[line]?.(frame);
    return host.connect(made.table, hear, (code) => hear(String(code)));
  });
  for (const { line, frame, until } of steps) {
    const answered = new Promise((resolve) => {
      wake[line] = (heard) => (!until || JSON.parse(heard).type === until) && resolve();
    });
    lines[line].receive(JSON.stringify(frame).replace(/"SECRET(\d)"/g, (_, i) => `"${made.secrets[i]}"`));
    if (!["stop", "thinks", "continue"].includes(frame.type)) await answered;
  }
  const answers = [];
  for (const { path, lang, body } of requests) {
    const answer = await host.answer(path.replace("TABLE", made.table), lang, JSON.stringify(body));
    answers.push([answer.status, answer.body]);
  }
  const found = { made, told: [...told], answers };
  lines.forEach((line) => line.leave());
  return found;
}

async function main() {
  const bytes = (path) => new Uint8Array(fs.readFileSync(path));
  const names = fs.readdirSync(ours, { recursive: true }).filter((name) => name.endsWith(".so"));
  const parts = {
    load: (await import(`${folder}/pyodide.mjs`)).loadPyodide,
    make: (await import(`${folder}/pyodide.asm.mjs`)).default,
    folder: `${folder}/`,
    archive: bytes(`${ours}/app.zip`),
    libraries: Object.fromEntries(names.map((name) => [name, bytes(`${ours}/${name}`)])),
  };
  const memory = { keep: (made) => (memory.kept = made) };
  await startHost(parts, new Memory(), memory);
  const host = await startHost(parts, new Memory(), memory);
  const found = [];
  for (const script of JSON.parse(fs.readFileSync(scripts, "utf8")))
    found.push(await played(host, script));
  fs.writeFileSync(target, JSON.stringify(found));
  process.exit(0); // although timers of tables run
}

main().catch((wrong) => {
  process.stderr.write(`${wrong}\n`.slice(-4000)); // not the line of Pyodide's source, which is long
  process.exit(1);
});
