// The preferences of a person, stored in this browser.
import { keep, kept } from "./kept.svelte";
import type { Speak } from "./protocol";

export type Lang = Speak["lang"];
export type Theme = "auto" | "light" | "dark";
export const LANGUAGES: Record<Lang, string> = { en: "English", fr: "Français", de: "Deutsch" };

interface Settings {
  lang: Lang;
  theme: Theme;
  sound: boolean;
  level: number;
  /** The other views of boards that are switched on, by their names. */
  views: string[];
}

const KEY = "tablier.settings";

function preferredLang(): Lang {
  const known = navigator.languages.map((each) => each.slice(0, 2).toLowerCase());
  return (known.find((each) => each in LANGUAGES) ?? "en") as Lang;
}

const remembered = () => kept<Partial<Settings>>(KEY) ?? {};

export const settings: Settings = $state({
  lang: preferredLang(),
  theme: "auto",
  sound: false,
  level: 3,
  views: [],
  ...remembered(),
});

/** Change some settings, and remember them. */
export function remember(change: Partial<Settings>) {
  Object.assign(settings, change);
  keep(KEY, { ...remembered(), ...change });
  showTheme();
}

/** Put the theme on the page: without one the system's is taken. */
export function showTheme() {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}

/** Does the person prefer reduced motion? */
export function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
