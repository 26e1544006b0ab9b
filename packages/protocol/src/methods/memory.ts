import { z } from "zod";
import { countSchema } from "../basics.ts";
import { once } from "../once.ts";
import { method } from "./method.ts";

const memoryHitSchema = once(() =>
  z
    .object({
      id: z.string(),
      text: z.string(),
      score: z.number(),
      /** A path, or what stands for one: `session:<id>`. */
      source: z.string(),
      kind: z.enum(["session", "note", "fact", "document", "code"]),
      speaker: z.string().exactOptional(),
      /** When it was said, as it was written down. */
      at: z.string().exactOptional(),
      /** Text from outside is in its source. */
      untrusted: z.boolean().exactOptional(),
      /** How many more say nearly the same. */
      repeats: countSchema().exactOptional(),
    })
    .readonly(),
);

const noteSchema = once(() =>
  z
    .object({
      name: z.string(),
      scope: z.enum(["global", "project"]),
      type: z.enum(["user", "feedback", "project", "reference"]),
      description: z.string(),
      created: z.string(),
      /** Where its words come from, when that is not the user. */
      source: z.string().exactOptional(),
      /** What it stands on has changed: it is out of the prompt. */
      stale: z.boolean(),
      /** The newer note that holds instead; this one is out of the prompt. */
      supersededBy: z.string().exactOptional(),
    })
    .readonly(),
);

/** What is remembered between sessions. */
export const memoryMethods = {
  "memory.search": method(
    "Searches past sessions, notes and added documents (MEM-15).",
    () => ({ query: z.string().min(1), limit: countSchema().exactOptional() }),
    () => ({ hits: z.array(memoryHitSchema()).readonly() }),
  ),
  "memory.list": method(
    "The notes of the user and of this project, and how much is indexed (MEM-3).",
    () => ({}),
    () => ({
      enabled: z.boolean(),
      notes: z.array(noteSchema()).readonly(),
      pieces: countSchema(),
      waiting: countSchema(),
    }),
  ),
  "memory.forget": method(
    "Removes a note. `ok` is false when there is none.",
    () => ({ scope: z.enum(["global", "project"]), name: z.string() }),
    () => ({ ok: z.boolean() }),
  ),
  "memory.clear": method(
    "Forgets the notes of this project and what is indexed of it; sessions themselves stay (MEM-17).",
    () => ({}),
    () => ({ notes: countSchema(), sources: countSchema() }),
  ),
  "memory.rebuild": method(
    "Takes in sessions and notes again, and makes what vectors are missing (MEM-11).",
    () => ({}),
    () => ({ sources: countSchema() }),
  ),
} as const;
