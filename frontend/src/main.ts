import { mount } from "svelte";
import App from "./App.svelte";
import { client } from "./line";
import { isAlone } from "./place";
import "./fonts/fonts.css";
import "./app.css";

mount(App, { target: document.getElementById("page")! });

if (isAlone) {
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout; // Safari has none
  whenIdle(() => client().then(({ prepareAhead }) => prepareAhead()));
}
