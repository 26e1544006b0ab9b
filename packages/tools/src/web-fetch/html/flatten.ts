/** Far beyond what people write; finding the article takes the cube of the depth. */
const MOST_DEPTH = 96;

/** Takes elements that lie too deep out of the document; what is inside of them stays. */
export function flatten(body: Element): void {
  let depth = 0;
  for (let node: Node | null = body.firstChild; node !== null;) {
    const inner: Node | null = node.nodeType === 1 ? node.firstChild : null;
    if (inner !== null && depth < MOST_DEPTH) {
      depth++;
      node = inner;
      continue;
    }
    if (inner !== null) {
      unwrap(node as Element);
      node = inner;
      continue;
    }
    while (node !== null && node !== body && node.nextSibling === null) {
      depth--;
      node = node.parentNode;
    }
    node = node === body ? null : (node?.nextSibling ?? null);
  }
}

function unwrap(element: Element): void {
  for (let child = element.firstChild; child !== null; child = element.firstChild) {
    element.parentNode?.insertBefore(child, element);
  }
  element.remove();
}
