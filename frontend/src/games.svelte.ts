// The games on the shelf, fetched once a language, and their style sheets.
import * as api from "./api";
import type { GameInfo } from "./protocol";
import { settings } from "./settings.svelte";

let shelf: { lang: string; games: GameInfo[] } = $state.raw({ lang: "", games: [] });

export async function loadGames() {
  const lang = settings.lang;
  if (shelf.lang === lang) return;
  const games = await api.games();
  if (settings.lang !== lang) return;
  games.forEach((game) => addStyle(game.style));
  shelf = { lang, games };
}

export const allGames = () => shelf.games;
export const gameNamed = (name: string) => shelf.games.find((game) => game.name === name);

function addStyle(address: string) {
  if (document.querySelector(`link[href="${address}"]`)) return;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  document.head.append(link);
}
