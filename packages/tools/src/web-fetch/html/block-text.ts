import { isBlockTag } from "./blocks.ts";

/** The text of an element, one block below the other; without recursion. */
export function blockText(root: Element): string {
  const parts: string[] = [];
  const border = (node: Node): void => {
    if (node.nodeName === "BR" || (node.nodeType === 1 && isBlockTag(node.nodeName)))
      parts.push("\n");
  };
  for (let node: Node | null = root.firstChild; node !== null;) {
    border(node);
    if (node.nodeType === 3) parts.push((node.textContent ?? "").replaceAll(/\s+/g, " "));
    if (node.firstChild !== null && node.nodeType === 1) {
      node = node.firstChild;
      continue;
    }
    while (node !== null && node !== root && node.nextSibling === null) {
      node = node.parentNode;
      if (node !== null && node !== root) border(node);
    }
    node = node === root ? null : (node?.nextSibling ?? null);
  }
  return parts
    .join("")
    .replaceAll(/[^\S\n]*\n[^\S\n]*/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
