import { z } from "zod";
import { hashSchema, idSchema, timeSchema } from "./basics.ts";
import { checkWhole, type Checked } from "./check.ts";
import { conversationEntries } from "./entries/conversation.ts";
import { headShape } from "./entries/head.ts";
import { runEntries } from "./entries/run.ts";
import { settingEntries } from "./entries/settings.ts";
import { viewEntries } from "./entries/view.ts";
import { once, type Infer } from "./once.ts";
import { parseTagged, type Parsed, type VariantOf } from "./tagged.ts";

/** The first line of a log (SES-2). The first entry's `prev` is the header's `h`. */
export const sessionHeaderSchema = once(() =>
  z
    .object({
      type: z.literal("session"),
      version: z.number().int().positive(),
      id: idSchema(),
      cwd: z.string(),
      createdAt: timeSchema(),
      parentSession: idSchema().exactOptional(),
      /** What `--session` called it (SES-1). */
      name: z.string().min(1).exactOptional(),
      h: hashSchema().exactOptional(),
    })
    .readonly(),
);

/** Every entry type by its name (SES-3). */
export const entrySchemas = {
  ...conversationEntries,
  ...runEntries,
  ...viewEntries,
  ...settingEntries,
} as const;

const unknownEntrySchema = once(() =>
  z
    .looseObject({
      // A header is a first line and nothing else.
      type: z
        .string()
        .min(1)
        .refine((type) => type !== "session", "a second session header"),
      ...headShape(),
    })
    .readonly(),
);

export type SessionHeader = Infer<typeof sessionHeaderSchema>;
export type EntryType = keyof typeof entrySchemas;
export type Entry<T extends EntryType = EntryType> = VariantOf<typeof entrySchemas, T>;
export type UnknownEntry = Infer<typeof unknownEntrySchema>;

type Stamped = "id" | "parentId" | "ts" | "prev" | "h";

/** An entry before the log has given it its place. */
export type EntryDraft<T extends EntryType = EntryType> =
  Entry<T> extends infer E ? (E extends Entry ? Omit<E, Stamped> : never) : never;

/** One line of a log after the first, already decoded from JSON. Never throws, changes nothing. */
export function parseEntry(value: unknown): Parsed<Entry, UnknownEntry> {
  return parseTagged(entrySchemas, "type", unknownEntrySchema, value);
}

/** The first line of a log. Never throws; a newer `version` is for the caller to judge. */
export function parseHeader(value: unknown): Checked<SessionHeader> {
  return checkWhole(sessionHeaderSchema(), value);
}
