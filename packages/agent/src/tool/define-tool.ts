import type { Effect, JsonObject, JsonValue, UserContent } from "@squire/protocol";
import { z } from "zod";
import { problemsOf } from "./argument-problems.ts";
import { oneLine } from "./one-line.ts";
import { plainObject } from "./plain-json.ts";
import type { OutputDetails, Preparation, PreparedCall, Tool, ToolContext } from "./tool.ts";

/** A tool as its author writes it: one file (TOOL-8). */
export type ToolDefinition<I extends z.ZodObject, O> = Pick<
  Tool,
  | "name"
  | "label"
  | "description"
  | "effect"
  | "concurrency"
  | "requiresApproval"
  | "timeoutMs"
  | "hidden"
> & {
  readonly input: I;
  /** Outranks `effect` for a call with these arguments. */
  effectOf?(input: z.output<I>): Effect;
  /** Null: a call of which no single thing can be judged. */
  subject?(input: z.output<I>): string | null;
  /** Typed data; `toModel` decides the words. Fails with `ToolError` for the model. */
  run(input: z.output<I>, context: ToolContext): Promise<O> | O;
  toModel(output: O): string | readonly UserContent[];
  details?(output: O): OutputDetails;
  /** One plain line for screens. */
  summary(input: z.output<I>): string;
};

export function defineTool<I extends z.ZodObject, O>(definition: ToolDefinition<I, O>): Tool {
  let parameters: JsonObject | undefined;
  return {
    ...optionsOf(definition),
    ...(definition.effectOf === undefined ? { steady: true } : {}),
    parameters: () => (parameters ??= schemaOf(definition.input)),
    prepare: (args) => prepare(definition, args),
  };
}

export function optionsOf(definition: ToolOptions): ToolOptions {
  const { name, label, description, effect } = definition;
  const { concurrency, requiresApproval, timeoutMs, hidden } = definition;
  return {
    name,
    description,
    effect,
    ...(label === undefined ? {} : { label }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(requiresApproval === undefined ? {} : { requiresApproval }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(hidden === undefined ? {} : { hidden }),
  };
}

export type ToolOptions = Omit<Tool, "parameters" | "prepare">;

/**
 * JSON Schema of what a caller may send, as short as it can be: it is part of every request. Limits
 * of length and number are left out; a call that breaks one is told so (RPR-6).
 */
function schemaOf(input: z.ZodObject): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: "input",
    override: ({ jsonSchema }) => prune(jsonSchema),
  });
  return plainObject(schema);
}

const UNSAID = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "propertyNames",
] as const;

function prune(schema: Record<string, unknown>): void {
  for (const key of UNSAID) delete schema[key];
}

function prepare<I extends z.ZodObject, O>(
  definition: ToolDefinition<I, O>,
  args: JsonValue,
): Preparation {
  try {
    const checked = definition.input.safeParse(args);
    if (!checked.success) return { ok: false, problems: problemsOf(checked.error) };
    return { ok: true, call: callOf(definition, checked.data) };
  } catch (error) {
    // Nested beyond the stack, or a definition that stumbles over its own input.
    const reason = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return { ok: false, problems: [{ path: "", reason }] };
  }
}

function callOf<I extends z.ZodObject, O>(
  definition: ToolDefinition<I, O>,
  input: z.output<I>,
): PreparedCall {
  return {
    args: plainObject(input),
    effect: definition.effectOf?.(input) ?? definition.effect,
    subject: definition.subject?.(input) ?? null,
    summary: oneLine(definition.summary(input)),
    async run(context) {
      const output = await definition.run(input, context);
      const words = definition.toModel(output);
      return {
        content: typeof words === "string" ? [{ type: "text", text: words }] : words,
        details: definition.details?.(output) ?? {},
      };
    },
  };
}
