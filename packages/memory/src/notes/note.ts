/** What kind of thing a note holds. */
export const NOTE_TYPES = ["user", "feedback", "project", "reference"] as const;
export type NoteType = (typeof NOTE_TYPES)[number];

/** Of all the user's work, or of one project. */
export const NOTE_SCOPES = ["global", "project"] as const;
export type NoteScope = (typeof NOTE_SCOPES)[number];

/** What a note stands on: a place of a file as it was (self-invalidating facts). */
export type Evidence = {
  readonly path: string;
  /** Word by word as it stood in the file. */
  readonly quote: string;
  /** SHA-256 of the whole file then. */
  readonly hash?: string;
  /** Where it was said: `session:<id>#<entry>`. */
  readonly turn?: string;
  /** `YYYY-MM-DD`. */
  readonly at?: string;
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
  /** The older notes that it takes the place of. */
  readonly supersedes?: string;
  /** The newer one that holds instead. */
  readonly supersededBy?: string;
  readonly evidence: readonly Evidence[];
  readonly body: string;
};

const FENCE = "---";

/** As it lies on the disk: front matter, then the text. Same note, same bytes. */
export function renderNote(note: Note): string {
  const { name, type, scope, description, created, source, evidence, body } = note;
  const { supersedes, supersededBy } = note;
  const head = [
    ["name", name],
    ["type", type],
    ["scope", scope],
    ["description", oneLine(description)],
    ["created", created],
    ...(source === undefined ? [] : [["source", oneLine(source)]]),
    ...(supersedes === undefined ? [] : [["supersedes", supersedes]]),
    ...(supersededBy === undefined ? [] : [["superseded_by", supersededBy]]),
    ...evidence.map(({ path, quote, hash, turn, at }) => [
      "evidence",
      JSON.stringify({ path, quote, hash, turn, at }),
    ]),
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
    const match = /^([a-z_]+):\s*(.*)$/.exec(line);
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
  const [supersedes, supersededBy] = [one("supersedes"), one("superseded_by")];
  return {
    ...note,
    ...(source === undefined ? {} : { source }),
    ...(supersedes === undefined ? {} : { supersedes }),
    ...(supersededBy === undefined ? {} : { supersededBy }),
  };
}

function readEvidence(text: string): readonly Evidence[] {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return [];
    const fields: Readonly<Record<string, unknown>> = { ...value };
    const field = (key: string): Readonly<Record<string, string>> =>
      typeof fields[key] === "string" ? { [key]: fields[key] } : {};
    const { path, quote } = fields;
    if (typeof path !== "string" || typeof quote !== "string") return [];
    return [{ path, quote, ...field("hash"), ...field("turn"), ...field("at") }];
  } catch {
    return [];
  }
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
