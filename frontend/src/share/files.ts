// Where a picture goes: to the system's share sheet on phones, to the clipboard, or to a file.

/** Give a file away; returns what became of it, as a key of the words. */
export async function give(blob: Blob, name: string): Promise<"saved" | "given" | "kept"> {
  const file = new File([blob], name, { type: blob.type });
  const isPhone = matchMedia("(pointer: coarse)").matches;
  if (isPhone && navigator.canShare?.({ files: [file] })) {
    const done = navigator.share({ files: [file] });
    return done.then(
      () => "given",
      () => "kept", // somebody thought better of it
    );
  }
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  return "saved";
}

/** Can pictures be copied here? */
export const canCopy = () => "ClipboardItem" in globalThis && !!navigator.clipboard?.write;

/** Copy a picture; the clipboard waits for it, so that browsers see who asked. */
export const copy = (png: Promise<Blob>) =>
  navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
