import { after, before, lineEnd, lineStart, wordAfter, wordBefore } from "./boundaries.ts";
import { changed, moved, type Composer } from "./composer.ts";

/** Puts text at the cursor. Several keys at once, or one key of several columns, are all the same. */
export function insert(composer: Composer, text: string): Composer {
  if (text === "") return composer;
  const { cursor } = composer;
  const whole = composer.text.slice(0, cursor) + text + composer.text.slice(cursor);
  return changed(composer, whole, cursor + text.length, /\s/.test(text) ? "other" : "type");
}

export function backspace(composer: Composer): Composer {
  return remove(composer, before(composer, composer.cursor), composer.cursor);
}

export function deleteNext(composer: Composer): Composer {
  return remove(composer, composer.cursor, after(composer, composer.cursor));
}

function remove(composer: Composer, from: number, to: number): Composer {
  const text = composer.text.slice(0, from) + composer.text.slice(to);
  return changed(composer, text, from);
}

export function left(composer: Composer): Composer {
  return moved(composer, before(composer, composer.cursor));
}

export function right(composer: Composer): Composer {
  return moved(composer, after(composer, composer.cursor));
}

export function wordLeft(composer: Composer): Composer {
  return moved(composer, wordBefore(composer, composer.cursor));
}

export function wordRight(composer: Composer): Composer {
  return moved(composer, wordAfter(composer, composer.cursor));
}

export function home(composer: Composer): Composer {
  return moved(composer, lineStart(composer.text, composer.cursor));
}

export function end(composer: Composer): Composer {
  return moved(composer, lineEnd(composer.text, composer.cursor));
}

/** Cuts to the end of the line; at its end, the line break. */
export function killToEnd(composer: Composer): Composer {
  const to = lineEnd(composer.text, composer.cursor);
  return kill(composer, composer.cursor, to === composer.cursor ? to + 1 : to);
}

export function killToStart(composer: Composer): Composer {
  const from = lineStart(composer.text, composer.cursor);
  return kill(composer, from === composer.cursor ? from - 1 : from, composer.cursor);
}

export function killWordLeft(composer: Composer): Composer {
  return kill(composer, wordBefore(composer, composer.cursor), composer.cursor);
}

export function killWordRight(composer: Composer): Composer {
  return kill(composer, composer.cursor, wordAfter(composer, composer.cursor));
}

/** What is cut one after the other is yanked together. */
function kill(composer: Composer, from: number, to: number): Composer {
  const start = Math.max(0, from);
  const cut = composer.text.slice(start, to);
  if (cut === "") return composer;
  const backward = to === composer.cursor;
  const joined = backward ? cut + composer.killed : composer.killed + cut;
  const killed = composer.last === "kill" ? joined : cut;
  const text = composer.text.slice(0, start) + composer.text.slice(to);
  return { ...changed(composer, text, start, "kill"), killed };
}

export function yank(composer: Composer): Composer {
  return insert(composer, composer.killed);
}

export function undo(composer: Composer): Composer {
  const target = composer.undo.at(-1);
  if (target === undefined) return composer;
  const now = { text: composer.text, cursor: composer.cursor };
  const steps = { undo: composer.undo.slice(0, -1), redo: [...composer.redo, now] };
  return { ...composer, ...target, ...steps, goal: null, last: "other" };
}

export function redo(composer: Composer): Composer {
  const target = composer.redo.at(-1);
  if (target === undefined) return composer;
  const now = { text: composer.text, cursor: composer.cursor };
  const steps = { undo: [...composer.undo, now], redo: composer.redo.slice(0, -1) };
  return { ...composer, ...target, ...steps, goal: null, last: "other" };
}
