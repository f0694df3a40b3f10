// What the address of a frame in another page asks for.
import { type Lang, LANGUAGES, settings } from "../settings.svelte";

export const parameters = new URLSearchParams(location.search);

/** Speak the language that the page was made for, in the colours that are asked for. */
export function applyParameters() {
  const theme = parameters.get("theme");
  const lang = document.documentElement.lang;
  if (lang in LANGUAGES) settings.lang = lang as Lang;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
