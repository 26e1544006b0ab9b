const ESC = 0x1b;
const BEL = 0x07;
const LF = 0x0a;
const TAB = 0x09;
const CR = 0x0d;

/** `text`: as it is; `escape`: after ESC; `csi`: parameters; `string`: up to BEL, ST or a new line. */
type State = "text" | "escape" | "csi" | "string" | "intermediate";

/**
 * Text without what only a terminal understands: escape sequences (also their 8-bit forms) and
 * control characters but for tab and newline; a CR by itself becomes a newline. One pass. A sequence
 * that is never closed ends at the end of its line, so that it cannot hide what follows.
 */
export function plainText(text: string): string {
  const kept: string[] = [];
  let [state, start]: [State, number] = ["text", 0];
  const keep = (end: number): void => {
    if (end > start) kept.push(text.slice(start, end));
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (state === "text") {
      if (!isControl(code)) continue;
      keep(at);
      start = at + 1;
      if (code === CR && text.charCodeAt(at + 1) !== LF) kept.push("\n");
      state = opened(code);
    } else if (breaksOff(state, code)) {
      state = "text";
      start = at--;
    } else {
      state = following(state, code);
      start = at + 1;
    }
  }
  if (state === "text") keep(text.length);
  return kept.join("");
}

function isControl(code: number): boolean {
  if (code === LF || code === TAB) return false;
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

/** What a control character opens. */
function opened(code: number): State {
  if (code === ESC) return "escape";
  if (code === 0x9b) return "csi";
  // DCS, SOS, OSC, PM, APC.
  return [0x90, 0x98, 0x9d, 0x9e, 0x9f].includes(code) ? "string" : "text";
}

/** No sequence goes on behind this: it was never finished, and the character is text again. */
function breaksOff(state: State, code: number): boolean {
  return code === LF || (state !== "string" && code > 0x7e);
}

function following(state: State, code: number): State {
  if (code === ESC) return "escape";
  switch (state) {
    case "escape":
      return afterEscape(code);
    case "csi":
      return code >= 0x40 && code <= 0x7e ? "text" : "csi";
    case "intermediate":
      return code >= 0x30 && code <= 0x7e ? "text" : "intermediate";
    case "string":
      return code === BEL || code === 0x9c ? "text" : "string";
    case "text":
      return "text";
  }
}

function afterEscape(code: number): State {
  if (code === 0x5b) return "csi";
  if ("PX]^_".includes(String.fromCharCode(code))) return "string";
  return code >= 0x20 && code <= 0x2f ? "intermediate" : "text";
}
