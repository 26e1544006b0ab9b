import type { ImageBlock } from "@squire/protocol";
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
