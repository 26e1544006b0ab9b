import type { ImageBlock } from "@squire/protocol";
import { createHash } from "node:crypto";
import { inertText } from "./plain-text.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

/** Text that means itself in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return inertText(text.toWellFormed()).replaceAll(/[&<>"'`]/g, (char) => ESCAPES[char] ?? "");
}

/** A link for addresses that can do no harm, the bare text for all others (EXP-3). */
export function safeLink(address: string, label: string): string {
  const url = safeUrl(address);
  if (url === null) return escapeHtml(label);
  return `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow">${escapeHtml(label)}</a>`;
}

export function safeUrl(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
}

const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Null for what is no plain picture; an SVG could hold a script. */
export function imageUrl({ mimeType, data }: ImageBlock): string | null {
  if (!PICTURES.includes(mimeType) || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return null;
  return `data:${mimeType};base64,${data}`;
}

type InertPage = {
  readonly title: string;
  readonly style: string;
  /** Whether it shows images, which are in it as data. */
  readonly images?: boolean;
  /** Data for programs that read the page, by name. */
  readonly meta?: Readonly<Record<string, string>>;
  /** As HTML, already escaped. */
  readonly body: readonly string[];
};

/** A page without script that loads nothing: the policy closes what should slip through (EXP-3). */
export function inertPage({ title, style, images = false, meta = {}, body }: InertPage): string {
  const hash = createHash("sha256").update(style).digest("base64");
  const shown = images ? " img-src data:;" : "";
  const policy = `default-src 'none'; style-src 'sha256-${hash}';${shown} base-uri 'none'; form-action 'none'`;
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...Object.entries(meta).map(
      ([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`,
    ),
    `<title>${escapeHtml(title)}</title>`,
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    ...body,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}
