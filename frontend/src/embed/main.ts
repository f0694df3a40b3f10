// A board for frames in other pages: a game to look at, move by move.
import { mount } from "svelte";
import { type Lang, LANGUAGES, settings } from "../settings.svelte";
import EmbedPage from "./EmbedPage.svelte";
import "../app.css";

const asked = new URLSearchParams(location.search);
const theme = asked.get("theme");
const lang = document.documentElement.lang;
if (lang in LANGUAGES) settings.lang = lang as Lang;
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

const table = location.pathname.split("/").at(-1)!;
const ply = asked.has("ply") ? Number(asked.get("ply")) : null;
mount(EmbedPage, { target: document.getElementById("page")!, props: { table, ply } });
