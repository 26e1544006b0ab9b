/** How much text an element holds, and how much of that is inside links. */
export type Measure = { readonly chars: number; readonly linkChars: number };

const NOTHING: Measure = { chars: 0, linkChars: 0 };
const TEXT = 3;
const ELEMENT = 1;

export type Measures = { of(element: Element): Measure };

/** Measures all elements below `root` in one pass; without recursion, since pages nest at will. */
export function measure(root: Element): Measures {
  const sums = new Map<Node, { chars: number; linkChars: number }>();
  const open = (node: Node): void => void sums.set(node, { chars: 0, linkChars: 0 });
  open(root);
  for (let node: Node | null = root.firstChild ?? null; node !== null && node !== root;) {
    if (node.nodeType === ELEMENT) open(node);
    else if (node.nodeType === TEXT) addTo(sums.get(parentOf(node, root)), textLength(node));
    if (node.firstChild !== null && node.nodeType === ELEMENT) {
      node = node.firstChild;
      continue;
    }
    node = afterwards(node, root, (closed) => {
      const own = sums.get(closed) ?? NOTHING;
      const isLink = closed.nodeName === "A";
      const above = sums.get(parentOf(closed, root));
      addTo(above, own.chars, isLink ? own.chars : own.linkChars);
    });
  }
  return { of: (element) => sums.get(element) ?? NOTHING };
}

/** The next node in the order of the document; tells about each element that ends on the way. */
function afterwards(from: Node, root: Node, close: (element: Node) => void): Node | null {
  let node: Node | null = from;
  while (node !== null && node !== root) {
    if (node.nodeType === ELEMENT) close(node);
    if (node.nextSibling !== null) return node.nextSibling;
    node = node.parentNode;
  }
  return null;
}

function parentOf(node: Node, root: Node): Node {
  return node.parentNode ?? root;
}

function addTo(
  sum: { chars: number; linkChars: number } | undefined,
  chars: number,
  linkChars = 0,
): void {
  if (sum === undefined) return;
  sum.chars += chars;
  sum.linkChars += linkChars;
}

function textLength({ textContent }: Node): number {
  return (textContent ?? "").replaceAll(/\s+/g, " ").trim().length;
}
