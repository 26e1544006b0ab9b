import { z } from "zod";

/** Where words are made smaller for good: no page of memory is longer. */
const RAW_CHARS = 12_000;
const SYNOPSIS_CHARS = 1_500;
const MEMORY_CHARS = 60_000;
const SUMMARY_CHARS = 20_000;
const SKILL_CHARS = 16_000;
const MOST_SKILLS = 16;

/** What one session taught. */
export type Extract = { readonly raw: string; readonly synopsis: string };

export type Skill = { readonly name: string; readonly description: string; readonly body: string };

/** What all of them teach together. */
export type Lessons = {
  readonly memory: string;
  readonly summary: string;
  readonly skills: readonly Skill[];
};

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

const extractSchema = () =>
  z.strictObject({ raw: z.string().max(RAW_CHARS), synopsis: z.string().max(SYNOPSIS_CHARS) });

const lessonsSchema = () =>
  z.strictObject({
    memory: z.string().max(MEMORY_CHARS),
    summary: z.string().max(SUMMARY_CHARS),
    skills: z
      .array(
        z.strictObject({
          name: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]$/),
          description: z.string().min(1).max(300),
          body: z.string().min(1).max(SKILL_CHARS),
        }),
      )
      .max(MOST_SKILLS)
      .refine((skills) => new Set(skills.map(({ name }) => name)).size === skills.length, {
        message: "two skills have one name",
      }),
  });

export function readExtract(reply: string): Checked<Extract> {
  return checked(reply, extractSchema());
}

export function readLessons(reply: string): Checked<Lessons> {
  return checked(reply, lessonsSchema());
}

function checked<T>(reply: string, schema: z.ZodType<T>): Checked<T> {
  let value: unknown;
  try {
    value = JSON.parse(unfenced(reply));
  } catch {
    return { ok: false, problem: "the reply is no JSON" };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const [issue] = parsed.error.issues;
  const where = issue?.path.join(".") ?? "";
  return {
    ok: false,
    problem: `the reply does not fit: ${where === "" ? "" : `${where}: `}${issue?.message ?? ""}`,
  };
}

/** Some models put a fence around it, whatever they are told. */
function unfenced(reply: string): string {
  const text = reply.trim();
  return /^```(?:json)?\s*\n([^]*?)\n?```$/.exec(text)?.[1] ?? text;
}
