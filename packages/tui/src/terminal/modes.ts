/** What is switched on while the screen is ours, and how each is taken back. */
const BRACKETED_PASTE = { on: "\u001b[?2004h", off: "\u001b[?2004l" } as const;
const CURSOR = { off: "\u001b[?25l", on: "\u001b[?25h" } as const;
/** Kitty keyboard: say which key Esc is, and no more; popped when we leave. */
const KITTY = { on: "\u001b[>1u", off: "\u001b[<u" } as const;
/** modifyOtherKeys, for terminals without the Kitty protocol. */
const OTHER_KEYS = { on: "\u001b[>4;1m", off: "\u001b[>4m" } as const;
const WRAP_ON = "\u001b[?7h";
const SYNC_OFF = "\u001b[?2026l";
const STYLE_OFF = "\u001b[m";
const LINK_OFF = "\u001b]8;;\u001b\\";

/** Bytes to take the terminal over. */
export function enterBytes(hardwareCursor: boolean): string {
  const cursor = hardwareCursor ? "" : CURSOR.off;
  return BRACKETED_PASTE.on + OTHER_KEYS.on + KITTY.on + cursor;
}

/** Bytes that undo everything we may have switched on, whatever we were doing. */
export function leaveBytes(): string {
  const inner = SYNC_OFF + LINK_OFF + STYLE_OFF + WRAP_ON;
  return inner + KITTY.off + OTHER_KEYS.off + BRACKETED_PASTE.off + CURSOR.on;
}

/** Asks in which row the cursor is (DECXCPR). */
export const ASK_CURSOR = "\u001b[?6n";

/** Asks for the background colour. What does not know it stays silent. */
export const ASK_BACKGROUND = "\u001b]11;?\u0007";
