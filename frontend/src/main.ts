import { mount } from "svelte";
import App from "./App.svelte";
import { client } from "./transport";
import { lookForSite, watchForServer } from "./offline.svelte";
import { isAlone, isServed } from "./site";
import "./fonts/fonts.css";
import "./app.css";

mount(App, { target: document.getElementById("page")! });

const whenIdle = globalThis.requestIdleCallback ?? setTimeout; // Safari has none
if (isAlone) whenIdle(() => client().then(({ prepareAhead }) => prepareAhead()));
else whenIdle(() => void lookForSite());
if (isServed) watchForServer();
