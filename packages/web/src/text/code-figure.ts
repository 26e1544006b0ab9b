import { colourCode } from "./code.ts";

/** Code with its language above it and a button that copies it. */
export function codeFigure(text: string, language: string): HTMLElement {
  const code = document.createElement("code");
  code.textContent = text;
  const frame = document.createElement("pre");
  frame.tabIndex = 0;
  frame.append(code);
  const figure = document.createElement("figure");
  figure.className = "code";
  figure.append(codeHead(language), frame);
  void colourCode(code, language);
  return figure;
}

function codeHead(language: string): HTMLElement {
  const name = document.createElement("span");
  name.textContent = language;
  const copy = document.createElement("button");
  copy.type = "button";
  copy.textContent = "copy";
  copy.setAttribute("data-copy", "");
  const head = document.createElement("figcaption");
  head.append(name, copy);
  return head;
}
