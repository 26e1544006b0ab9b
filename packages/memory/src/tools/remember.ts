import { defineTool, ToolError } from "@squire/agent";
import type { Tool } from "@squire/agent";
import { terms } from "@squire/ranking";
import { z } from "zod";
import { standingOf } from "../notes/check-evidence.ts";
import { checkNoteName, NoteNameError } from "../notes/note-name.ts";
import { NOTE_SCOPES, NOTE_TYPES, oneLine } from "../notes/note.ts";
import type { Note, NoteScope } from "../notes/note.ts";
import type { ConfirmCall, MemoryServices } from "./services.ts";

const scope = z.enum(NOTE_SCOPES).describe("global: for all work; project: for this project");
const name = z.string().describe("3 to 40 letters, digits, _ and -");

const input = z.object({
  scope,
  name,
  type: z.enum(NOTE_TYPES),
  description: z.string().min(1).max(200).describe("One line; it is shown in every later session"),
  body: z.string().min(1).max(20_000),
  evidence: z
    .array(z.object({ path: z.string(), quote: z.string().min(1) }))
    .max(10)
    .optional()
    .describe(
      "Places in files that it stands on, quoted exactly: when they change, the note is put aside",
    ),
});

type Remembered = {
  readonly note: Note;
  readonly replaced: Note | null;
  readonly alike: readonly Note[];
};

/** Keeps something for later sessions (MEM-5). What came from outside needs the user's yes (S43). */
export function rememberTool(services: MemoryServices): Tool {
  return defineTool({
    name: "remember",
    description:
      "Keep a note for later sessions: what the user told you about themselves, their wishes or the project. Not for what the files say anyway.",
    effect: "ask",
    timeoutMs: null,
    input,
    run: async (given, { callId, signal }) => remember(services, given, { callId, signal }),
    toModel: words,
    summary: ({ scope: where, name: called }) => `remember ${called} (${where})`,
  });
}

async function remember(
  services: MemoryServices,
  given: z.output<typeof input>,
  call: ConfirmCall,
): Promise<Remembered> {
  const { notes, redact, root } = services;
  const { scope: where } = given;
  requireProject(services, where);
  const note: Note = {
    name: checkedName(given.name),
    type: given.type,
    scope: where,
    description: redact(oneLine(given.description)),
    created: services.today(),
    evidence: given.evidence ?? [],
    body: redact(given.body),
  };
  if (standingOf(note, root) === "stale") {
    throw new ToolError(
      "Nothing was kept: a quote of the evidence does not stand in its file. Read the file and quote it exactly.",
    );
  }
  const sources = services.taintedBy();
  if (sources.length > 0) await requireYes(services, note, sources, call);
  const kept = sources.length > 0 ? { ...note, source: sources.join(", ") } : note;
  const replaced = notes.read(where, note.name);
  const alike = notes
    .list(where)
    .filter((other) => other.name !== note.name && areAlike(other, note));
  notes.write(kept);
  return { note: kept, replaced, alike };
}

/** A page that wants to be remembered asks in vain unless the user agrees to the very words. */
async function requireYes(
  { confirm }: MemoryServices,
  note: Note,
  sources: readonly string[],
  call: ConfirmCall,
): Promise<void> {
  const from = sources.join(", ");
  if (confirm === null) {
    throw new ToolError(
      `Nothing was kept: text from ${from} is in view, so a note needs the user's yes, and nobody is there.`,
    );
  }
  const question = `Text from ${from} is in view. Remember this note?\n\n${note.name}: ${note.description}\n\n${note.body}`;
  if (!(await confirm(question, call))) throw new ToolError("Nothing was kept: the user said no.");
}

export function checkedName(given: string): string {
  try {
    return checkNoteName(given);
  } catch (error) {
    if (error instanceof NoteNameError) throw new ToolError(error.message);
    throw error;
  }
}

export function requireProject({ root }: MemoryServices, where: NoteScope): void {
  if (where === "project" && root === null) {
    throw new ToolError('There is no project here. Use scope "global".');
  }
}

/** Two notes that speak of the same thing may contradict each other. */
function areAlike(left: Note, right: Note): boolean {
  const [first, second] = [new Set(terms(left.description)), new Set(terms(right.description))];
  const shared = [...first].filter((term) => second.has(term)).length;
  return shared >= 2 && shared / Math.min(first.size, second.size) >= ALIKE;
}

const ALIKE = 0.6;

function words({ note, replaced, alike }: Remembered): string {
  const lines = [`Kept as ${note.name} (${note.scope}). Later sessions see it.`];
  if (replaced !== null) lines.push(`It replaces what stood there: ${replaced.description}`);
  for (const other of alike) {
    lines.push(
      `${other.name} speaks of the same thing: ${other.description}. If it is wrong now, forget it.`,
    );
  }
  return lines.join("\n");
}
