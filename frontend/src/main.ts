import { mount } from "svelte";
import App from "./App.svelte";
import { fileAt, isAlone } from "./place";
import "./fonts/fonts.css";
import "./app.css";

mount(App, { target: document.getElementById("page")! });

if (isAlone) void navigator.serviceWorker?.register(fileAt("/service-worker.js"));
