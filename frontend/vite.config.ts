// Builds the pages into the Python package; `npm run dev` serves them beside `tablier serve`.
import { env } from "node:process";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = env.TABLIER_SERVER ?? "http://127.0.0.1:8123";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/tablier/server/static",
    emptyOutDir: true,
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"], // they know light-dark()
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { input: ["index.html", "embed.html"] },
  },
  worker: { format: "es" },
  experimental: {
    // A site without a server may lie in any folder; pages say themselves where files are.
    renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
  },
  server: {
    proxy: {
      "/api": { target: server, ws: true, changeOrigin: true },
      "/engines": { target: server, changeOrigin: true },
    },
  },
});
