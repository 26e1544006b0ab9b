import type { Effect, JsonObject, JsonValue } from "@squire/protocol";
import { optionsOf, type ToolOptions } from "./define-tool.ts";
import { plainSchema } from "../repair/plain-schema.ts";
import { oneLine } from "./one-line.ts";
import { schemaValidator } from "./schema-validator.ts";
import type { ArgumentProblem, Preparation, Tool, ToolContext, ToolOutput } from "./tool.ts";

/** A tool that arrives with a JSON Schema: from an MCP server or an extension (C31). */
export type SchemaToolDefinition = ToolOptions & {
  readonly parameters: JsonObject;
  /** What does not fit the schema; empty when all does. */
  validate(args: JsonObject): readonly ArgumentProblem[];
  effectOf?(args: JsonObject): Effect;
  subject?(args: JsonObject): string | null;
  summary?(args: JsonObject): string;
  run(args: JsonObject, context: ToolContext): Promise<ToolOutput>;
};

/**
 * The usual way to make one: the schema is brought into the form vendors accept, and arguments are
 * checked against that. Rejects when it cannot be used.
 */
export async function schemaTool(
  definition: Omit<SchemaToolDefinition, "validate">,
): Promise<Tool> {
  const parameters = plainSchema(definition.parameters);
  const validate = await schemaValidator(parameters);
  return defineSchemaTool({ ...definition, parameters, validate });
}

export function defineSchemaTool(definition: SchemaToolDefinition): Tool {
  return {
    ...optionsOf(definition),
    parameters: () => definition.parameters,
    prepare: (args) => prepare(definition, args),
  };
}

function prepare(definition: SchemaToolDefinition, args: JsonValue): Preparation {
  if (!isObject(args)) return invalid([{ path: "", reason: "expected an object" }]);
  try {
    const problems = definition.validate(args);
    if (problems.length > 0) return invalid(problems);
    return {
      ok: true,
      call: {
        args,
        effect: definition.effectOf?.(args) ?? definition.effect,
        subject: definition.subject?.(args) ?? null,
        summary: oneLine(definition.summary?.(args) ?? definition.label ?? definition.name),
        run: (context) => definition.run(args, context),
      },
    };
  } catch (error) {
    const reason = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return invalid([{ path: "", reason }]);
  }
}

function invalid(problems: readonly ArgumentProblem[]): Preparation {
  return { ok: false, problems };
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
