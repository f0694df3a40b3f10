// Tic-tac-toe as in boardgame.io's tutorial, on its own server.
//
//     node server.js PORT [--endless] [--redis redis://…]
//
// One process keeps matches in memory. With Redis any number of processes share them: moves are told to
// the others by boardgame.io's own pub/sub for Redis, and matches are kept in Redis' memory too, which
// is faster than the databases that it has storages for. Endless: a full board is wiped, and the game goes on.
const { Server, Origins, SocketIO } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");
const { RedisStorage } = require("./storage.js");

const ROWS = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6],
  [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];
const isEndless = process.argv.includes("--endless");

const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
      if (isEndless && G.cells.every((cell) => cell !== null)) G.cells.fill(null);
    },
  },
  endIf: ({ G, ctx }) => {
    const won = (row) => G.cells[row[0]] !== null && row.every((i) => G.cells[i] === G.cells[row[0]]);
    if (ROWS.some(won)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

function shared(url) {
  const redis = require("redis");
  const { RedisPubSub } = require("@boardgame.io/redis-pubsub");
  // One connection publishes and stores: boardgame.io tells of a move before it stores it, and whoever
  // answers through another process would else find the old state, and the answer would be dropped.
  const client = redis.createClient(url);
  const pubSub = new RedisPubSub(client, redis.createClient(url));
  return { db: new RedisStorage(client), transport: new SocketIO({ pubSub }) };
}

const at = process.argv.indexOf("--redis");
const more = at < 0 ? {} : shared(process.argv[at + 1]);
const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST], ...more });
server.run(Number(process.argv[2]), () => console.log("up"));
