// The words of the interface in the chosen language, from the [browser] table of texts/*.toml.
import { get, Refused } from "./api";
import { type Lang, settings } from "./settings.svelte";

type Words = { [key: string]: string | Words };

let loaded: { lang: Lang | null; words: Words } = $state.raw({ lang: null, words: {} });

/** Fetch the words of the chosen language, unless they are here. */
export async function loadWords() {
  const lang = settings.lang;
  if (loaded.lang === lang) return;
  const words = await get<Words>("/api/words");
  if (settings.lang !== lang) return;
  loaded = { lang, words };
  document.documentElement.lang = lang;
}

/** Are the words of a language loaded? */
export function hasWords(): boolean {
  return loaded.lang !== null;
}

/** The sentence of that key ("home.rules"), with its values put in. */
export function say(key: string, values: Record<string, string | number> = {}): string {
  let found: string | Words | undefined = loaded.words;
  for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
  if (typeof found !== "string") return key;
  return found.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** What to say of a request that failed: what the server said, or that it does not answer. */
export const refusalOf = (reason: unknown) =>
  reason instanceof Refused ? reason.message : say("message.no_server");
