import { defineTool, ToolError } from "@squire/agent";
import type { Tool } from "@squire/agent";
import { terms } from "@squire/ranking";
import { z } from "zod";
import { evidenceHash, standingOf } from "../notes/check-evidence.ts";
import { checkNoteName, NoteNameError } from "../notes/note-name.ts";
import { NOTE_SCOPES, NOTE_TYPES, oneLine } from "../notes/note.ts";
import type { Evidence, Note, NoteScope } from "../notes/note.ts";
import type { ConfirmCall, MemoryServices } from "./services.ts";
import { supersededBy } from "./supersede.ts";

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
  /** As they are kept from now on. */
  readonly older: readonly Note[];
  readonly alike: readonly Note[];
};

/** Keeps something for later sessions (MEM-5). What came from outside needs the user's yes (S43). */
export function rememberTool(services: MemoryServices): Tool {
  return defineTool({
    name: "remember",
    description:
      "Keep a note for later sessions: what the user told you about themselves, their wishes or the project. Not for what the files say anyway.",
    // It writes a file that later sessions read: where nothing may be changed, nothing is kept.
    effect: "write",
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
    evidence: (given.evidence ?? []).map((place) => stamped(services, place)),
    body: redact(given.body),
  };
  if (note.evidence.some(({ path, quote }) => redact(path) !== path || redact(quote) !== quote)) {
    throw new ToolError(
      "Nothing was kept: the evidence holds a secret. Quote a place without one.",
    );
  }
  if (standingOf(note, root) === "stale") {
    throw new ToolError(
      "Nothing was kept: a quote of the evidence does not stand in its file. Read the file and quote it exactly.",
    );
  }
  const sources = services.taintedBy();
  const older = supersededBy(note, notes);
  const question = `Remember this note?\n\n${shown(note, older)}`;
  await requireYes(services, { question, nothing: "Nothing was kept" }, call);
  const kept: Note = {
    ...note,
    ...(sources.length > 0 ? { source: sources.join(", ") } : {}),
    ...(older.length > 0 ? { supersedes: older.map((other) => other.name).join(", ") } : {}),
  };
  const replaced = notes.read(where, note.name);
  const alike = notes
    .list(where)
    .filter((other) => isOpenBeside(other, note, older) && areAlike(other, note));
  for (const other of older) notes.write(other);
  notes.write(kept);
  return { note: kept, replaced, older, alike };
}

function isOpenBeside(other: Note, note: Note, older: readonly Note[]): boolean {
  if (other.name === note.name || other.supersededBy !== undefined) return false;
  return older.every(({ name: gone }) => gone !== other.name);
}

/** A place of a file with what it was then. */
function stamped(
  { root, today, turn }: MemoryServices,
  place: Pick<Evidence, "path" | "quote">,
): Evidence {
  const hash = evidenceHash(root, place.path);
  return {
    ...place,
    ...(hash === null ? {} : { hash }),
    ...(turn === undefined ? {} : { turn: turn() }),
    at: today(),
  };
}

/** The very words that would be kept. */
function shown(
  { name: called, description, body, evidence }: Note,
  older: readonly Note[],
): string {
  const quotes = evidence.map(({ path, quote }) => `It stands on ${path}: ${quote}`);
  const gone = older.map((other) => `It takes the place of: ${other.description}`);
  return [`${called}: ${description}`, body, ...quotes, ...gone].join("\n\n");
}

type Wanted = { readonly question: string; readonly nothing: string };

/**
 * Where text from outside was read: a page that wants something remembered or forgotten asks in vain unless the user
 * agrees to it.
 */
export async function requireYes(
  { confirm, taintedBy }: MemoryServices,
  { question, nothing }: Wanted,
  call: ConfirmCall,
): Promise<void> {
  const sources = taintedBy();
  if (sources.length === 0) return;
  const from = sources.join(", ");
  if (confirm === null) {
    throw new ToolError(
      `${nothing}: text from ${from} was read in this session, so it needs the user's yes, and nobody is there.`,
    );
  }
  const isAgreed = await confirm(`Text from ${from} was read in this session. ${question}`, call);
  if (!isAgreed) throw new ToolError(`${nothing}: the user said no.`);
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

function words({ note, replaced, older, alike }: Remembered): string {
  const lines = [`Kept as ${note.name} (${note.scope}). Later sessions see it.`];
  if (replaced !== null) lines.push(`It replaces what stood there: ${replaced.description}`);
  for (const other of older) {
    if (other.name.startsWith(`${note.name}.old`)) continue;
    lines.push(
      `It takes the place of ${other.name}, which stood on the same: ${other.description}`,
    );
  }
  for (const other of alike) {
    lines.push(
      `${other.name} speaks of the same thing: ${other.description}. If it is wrong now, forget it.`,
    );
  }
  return lines.join("\n");
}
