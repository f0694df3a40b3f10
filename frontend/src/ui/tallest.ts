// Keeps the height of something whose words change, so that a board beside it stays where it is.

const MOST = 0.3; // of the window: what is higher for a moment gives the room back

/** It grows with what is in it and does not shrink again, until its width changes. */
export function tallest(node: HTMLElement) {
  let width = 0;
  const observer = new ResizeObserver(() => {
    if (node.offsetWidth !== width) node.style.minHeight = "";
    width = node.offsetWidth;
    node.style.minHeight = `${Math.min(node.getBoundingClientRect().height, MOST * innerHeight)}px`;
  });
  observer.observe(node);
  return { destroy: () => observer.disconnect() };
}
