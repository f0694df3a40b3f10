// A board for frames in other pages: a game to look at, move by move.
import { mount } from "svelte";
import { asked, follow } from "./asked";
import EmbedPage from "./EmbedPage.svelte";
import "../app.css";

follow();
const table = location.pathname.split("/").at(-1)!;
const ply = asked.has("ply") ? Number(asked.get("ply")) : null;
mount(EmbedPage, { target: document.getElementById("page")!, props: { table, ply } });
