// Matches in Redis, with one command for each call of boardgame.io's interface for storages.
const { promisify } = require("util");

const PARTS = ["state", "metadata", "log", "initialState"];

class RedisStorage {
  constructor(client) {
    for (const name of ["hset", "hmget", "rpush", "lrange", "del", "keys"]) {
      this[name] = promisify(client[name]).bind(client);
    }
  }
  type() {
    return 1; // asynchronous
  }
  async connect() {}
  async createMatch(match, { initialState, metadata }) {
    const state = JSON.stringify(initialState);
    await this.hset(match, "initialState", state, "state", state, "metadata", JSON.stringify(metadata));
  }
  async setState(match, state, deltalog) {
    const kept = [this.hset(match, "state", JSON.stringify(state))];
    if (deltalog?.length) kept.push(this.rpush(`log:${match}`, ...deltalog.map((each) => JSON.stringify(each))));
    await Promise.all(kept);
  }
  async setMetadata(match, metadata) {
    await this.hset(match, "metadata", JSON.stringify(metadata));
  }
  async fetch(match, wished) {
    const parts = PARTS.filter((part) => wished[part] && part !== "log");
    const found = parts.length ? await this.hmget(match, ...parts) : [];
    const result = Object.fromEntries(parts.map((part, i) => [part, found[i] ? JSON.parse(found[i]) : undefined]));
    if (wished.log) result.log = (await this.lrange(`log:${match}`, 0, -1)).map((each) => JSON.parse(each));
    return result;
  }
  async wipe(match) {
    await this.del(match, `log:${match}`);
  }
  async listMatches() {
    return (await this.keys("*")).filter((key) => !key.startsWith("log:"));
  }
}

module.exports = { RedisStorage };
