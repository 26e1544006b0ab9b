import type { HostClient } from "@squire/client";
import type { JsonValue } from "@squire/protocol";

/** `[tui]` of the settings, as the face reads it. */
export type FaceSettings = {
  /** `dark`, `light`, `auto` or a theme of the user's. */
  readonly theme: string;
  readonly notifications: boolean;
  /** `tui.abort = "esc esc"` (C19). */
  readonly doubleEscape: boolean;
  readonly keys: Readonly<Record<string, readonly string[]>>;
};

/** Until the host has said what is set: it opens after the first paint. */
export const DEFAULT_FACE_SETTINGS: FaceSettings = {
  theme: "auto",
  notifications: true,
  doubleEscape: false,
  keys: {},
};

export async function readFaceSettings(client: HostClient): Promise<FaceSettings> {
  const { settings } = await client.call("settings.get", { key: "tui" });
  const valueOf = (key: string): JsonValue | undefined =>
    settings.find((one) => one.key === `tui.${key}`)?.value;
  const theme = valueOf("theme");
  const { theme: standard } = DEFAULT_FACE_SETTINGS;
  return {
    theme: typeof theme === "string" ? theme : standard,
    notifications: valueOf("notifications") !== false,
    doubleEscape: valueOf("abort") === "esc esc",
    keys: keysIn(valueOf("keys")),
  };
}

/** The host has checked it; what it would not let through is not there. */
function keysIn(value: JsonValue | undefined): FaceSettings["keys"] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const entries = Object.entries(value).map(([action, keys]) => {
    const chords = Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
    return [action, chords] as const;
  });
  return Object.fromEntries(entries);
}
