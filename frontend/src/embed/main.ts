// A board for frames in other pages: a game to look at, move by move.
import { mount } from "svelte";
import { parameters, applyParameters } from "./parameters";
import EmbedPage from "./EmbedPage.svelte";
import "../app.css";

applyParameters();
const table = location.pathname.split("/").at(-1)!;
const ply = parameters.has("ply") ? Number(parameters.get("ply")) : null;
mount(EmbedPage, { target: document.getElementById("page")!, props: { table, ply } });
