import type { WireName } from "./render.ts";

// By ending, because vendors put the same protocol under many bases.
const WIRE_PATHS: readonly (readonly [RegExp, WireName])[] = [
  [/\/chat\/completions$/, "openai-chat"],
  [/\/responses$/, "openai-responses"],
  [/\/v1\/messages$/, "anthropic"],
  [/\/models\/[^/]+:streamGenerateContent$/, "google"],
];

/** Which wire protocol is spoken at a path; null for none. */
export function wireOf(path: string): WireName | null {
  const { pathname } = urlOf(path);
  return WIRE_PATHS.find(([pattern]) => pattern.test(pathname))?.[1] ?? null;
}

/** The model a Gemini path names. */
export function modelInPath(path: string): string | undefined {
  return /\/models\/([^/]+):/.exec(urlOf(path).pathname)?.[1];
}

export function urlOf(path: string): URL {
  return new URL(path, "http://127.0.0.1");
}
