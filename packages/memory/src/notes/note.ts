/** What kind of thing a note holds. */
export const NOTE_TYPES = ["user", "feedback", "project", "reference"] as const;
export type NoteType = (typeof NOTE_TYPES)[number];

/** Of all the user's work, or of one project. */
export const NOTE_SCOPES = ["global", "project"] as const;
export type NoteScope = (typeof NOTE_SCOPES)[number];

/** What a note stands on: a place of a file as it was (self-invalidating facts). */
export type Evidence = {
  readonly path: string;
  /** SHA-256 of the quote as it stands in the file. */
  readonly quote: string;
};

export type Note = {
  readonly name: string;
  readonly type: NoteType;
  readonly scope: NoteScope;
  readonly description: string;
  /** `YYYY-MM-DD`. */
  readonly created: string;
  /** Where its words come from, when that is not the user: it is never an instruction then. */
  readonly source?: string;
  readonly evidence: readonly Evidence[];
  readonly body: string;
};

const FENCE = "---";

/** As it lies on the disk: front matter, then the text. Same note, same bytes. */
export function renderNote(note: Note): string {
  const { name, type, scope, description, created, source, evidence, body } = note;
  const head = [
    ["name", name],
    ["type", type],
    ["scope", scope],
    ["description", oneLine(description)],
    ["created", created],
    ...(source === undefined ? [] : [["source", oneLine(source)]]),
    ...evidence.map(({ path, quote }) => ["evidence", JSON.stringify({ path, quote })]),
  ];
  return [
    FENCE,
    ...head.map(([key, value]) => `${key}: ${value}`),
    FENCE,
    "",
    body.trim(),
    "",
  ].join("\n");
}

/** Null when it is not a note: such files are passed over (MEM-4). */
export function parseNote(text: string): Note | null {
  const [first, ...lines] = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const end = lines.indexOf(FENCE);
  if (first !== FENCE || end < 0) return null;
  const fields = new Map<string, string[]>();
  for (const line of lines.slice(0, end)) {
    const match = /^([a-z]+):\s*(.*)$/.exec(line);
    if (match?.[1] !== undefined)
      fields.set(match[1], [...(fields.get(match[1]) ?? []), match[2] ?? ""]);
  }
  const one = (key: string): string | undefined => fields.get(key)?.[0];
  const type = NOTE_TYPES.find((known) => known === one("type"));
  const scope = NOTE_SCOPES.find((known) => known === one("scope"));
  const [name, description, source] = [one("name"), one("description"), one("source")];
  if (type === undefined || scope === undefined || name === undefined || description === undefined)
    return null;
  const evidence = (fields.get("evidence") ?? []).flatMap(readEvidence);
  const body = lines
    .slice(end + 1)
    .join("\n")
    .trim();
  const note = { name, type, scope, description, created: one("created") ?? "", evidence, body };
  return source === undefined ? note : { ...note, source };
}

function readEvidence(text: string): readonly Evidence[] {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return [];
    const { path, quote } = value as { readonly path?: unknown; readonly quote?: unknown };
    return typeof path === "string" && typeof quote === "string" ? [{ path, quote }] : [];
  } catch {
    return [];
  }
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
