import { afterAll, expect, test, vi } from "vitest";

async function placed(tab?: string) {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { dataset: tab ? { tab } : {} } });
  return import("../src/site");
}

// Other tests may share these modules.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Where a browser would be after following that address. */
const at = (address: string) => new URL(address, "http://host/");

test("on a server addresses are paths", async () => {
  const { fileAt, isAlone, pageAt, pathOf } = await placed();
  expect(isAlone).toBe(false);
  expect(fileAt("/api/style.css")).toBe("/api/style.css");
  expect(pageAt("/t/abc#s=secret")).toBe("/t/abc#s=secret");
  expect(pathOf(at("/t/abc?fbclid=1"))).toBe("/t/abc");
});

test("without one each page is a folder beside the bundle's, and leads back to its path", async () => {
  const { fileAt, isAlone, pageAt, pathOf } = await placed('{"archive":"a.zip","bytes":1}');
  const base = fileAt("");
  expect(isAlone).toBe(true);
  expect(base.endsWith("/frontend")).toBe(true);
  expect(pageAt("/")).toBe(`${base}/`);
  expect(pageAt("/rules/moguli#4.3")).toBe(`${base}/rules/moguli/#4.3`);
  expect(pageAt("/t/a-b_c")).toBe(`${base}/t/?a-b_c`);
  expect(pageAt("/puzzles/moguli/3")).toBe(`${base}/puzzles/moguli/?3`);
  expect(pageAt("/learn/moguli/3")).toBe(`${base}/learn/moguli/?3`);
  const pages = ["/", "/rules/moguli", "/puzzles/moguli", "/puzzles/moguli/3", "/learn/moguli/3"];
  for (const path of [...pages, "/t/a-b_c", "/explore", "/explore/a-b_c"])
    expect(pathOf(at(pageAt(path)))).toBe(path);
  expect(pathOf(at(`${base}/play/moguli/index.html`))).toBe("/play/moguli");
  expect(pathOf(at(`${base}/rules/moguli/?fbclid=1`))).toBe("/rules/moguli");
});
