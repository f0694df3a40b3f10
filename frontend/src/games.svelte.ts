// All games, fetched once per language; drafts by their names; and the style sheets of games.
import * as api from "./api";
import { fileAt } from "./site";
import type { GameInfo } from "./protocol";
import { settings } from "./settings.svelte";

let loaded: { lang: string; games: GameInfo[] } = $state.raw({ lang: "", games: [] });

export async function loadGames() {
  const lang = settings.lang;
  if (loaded.lang === lang) return;
  const games = await api.games();
  if (settings.lang !== lang) return;
  games.forEach((game) => addStyle(game.style));
  loaded = { lang, games };
}

export const allGames = () => loaded.games;

/** Drafts, which are not among all games; null: there is none of that name. */
let others: Record<string, { lang: string; game: GameInfo | null }> = $state.raw({});
const asked = new Set<string>();

/** The game of that name: undefined while the server is asked, null if there is none. */
export function gameNamed(name: string): GameInfo | null | undefined {
  const known = loaded.games.find((game) => game.name === name);
  if (known) return known;
  const other = others[name];
  if (other?.lang !== settings.lang) askFor(name, settings.lang);
  return other?.game;
}

async function askFor(name: string, lang: string) {
  const question = `${lang} ${name}`;
  if (asked.has(question)) return;
  asked.add(question);
  try {
    const game = await api.game(name);
    addStyle(game.style);
    others = { ...others, [name]: { lang, game } };
  } catch (reason) {
    if (reason instanceof api.Refused) others = { ...others, [name]: { lang, game: null } };
    else setTimeout(() => asked.delete(question) && askFor(name, lang), 2000);
  }
}

function addStyle(path: string) {
  const address = fileAt(path);
  if (document.querySelector(`link[href="${address}"]`)) return;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  document.head.append(link);
}
