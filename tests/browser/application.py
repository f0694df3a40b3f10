"""Pages that can be installed as an application.

Chromium without windows installs nothing, and names no obstacle whatever the page: so this looks at
what Chromium has read of the manifest, and whether all of it is there.
"""

from playwright.sync_api import Page

LOADED = """async (icons) => {
  const found = [];
  for (const { url } of icons) {
    const image = Object.assign(new Image(), { src: url });
    await image.decode();
    found.push(`${image.naturalWidth}x${image.naturalHeight}`);
  }
  return found;
}"""


def check_application(page: Page, root: str) -> None:
    """It is one application, with a window of its own, that begins at the root and is all below."""
    told = page.context.new_cdp_session(page).send("Page.getAppManifest")
    manifest = told["manifest"]
    assert (told["errors"], manifest["display"]) == ([], "kStandalone")
    assert [manifest[name] for name in ("id", "startUrl", "scope")] == [root] * 3
    assert page.url.startswith(root)
    icons = [each for each in manifest["icons"] if each["type"] == "image/png"]
    assert page.evaluate(LOADED, icons) == [each["sizes"] for each in icons]
    assert {"192x192", "512x512"} <= {each["sizes"] for each in icons}
    assert page.evaluate("isSecureContext")
