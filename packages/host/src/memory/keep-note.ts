import { noteNameFor, noteStore } from "@squire/memory";
import type { NoteScope } from "@squire/memory";
import { systemClock } from "@squire/platform";
import type { Host } from "../open.ts";
import { projectOf } from "./project-of.ts";

const DESCRIPTION_CHARS = 160;

/** A quick note of the user's own words (MEM-6); null when memory is off. Without a project it is for all work. */
export function keepNote(host: Host, text: string, wanted: NoteScope): string | null {
  if (!host.loaded.settings.memory.enabled) return null;
  const root = projectOf(host);
  const notes = noteStore(host.home, root);
  const scope = root === null ? "global" : wanted;
  const name = noteNameFor(text, (taken) => notes.read(scope, taken) !== null);
  const description = text.replace(/\s+/g, " ").trim().slice(0, DESCRIPTION_CHARS);
  const created = new Date(systemClock.now()).toISOString().slice(0, 10);
  notes.write({ name, type: "user", scope, description, created, evidence: [], body: text });
  return name;
}
