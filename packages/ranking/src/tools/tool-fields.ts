import { sentences } from "../sentences.ts";

/** A tool as its maker describes it; the parameters are a JSON Schema, or nearly one. */
export type DescribedTool = {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
};

/** What a tool says of itself, by how much each part tells. */
export type ToolFields = {
  readonly name: string;
  /** The first sentence: what it is for. */
  readonly purpose: string;
  readonly description: string;
  readonly parameters: string;
  /** What a parameter may be: often the very words that a user says. */
  readonly choices: string;
  readonly explanations: string;
};

/** Schemas come from anybody: what lies deeper or further is not read. */
const DEEPEST = 5;
const MOST_SCHEMAS = 400;
const LONGEST = 20_000;

export function toolFields({ name, description, parameters }: DescribedTool): ToolFields {
  const found: Found = { names: [], choices: [], explanations: [], left: MOST_SCHEMAS };
  readSchema(parameters, DEEPEST, found);
  const told = description.slice(0, LONGEST);
  const end = sentences(told)[0]?.end ?? told.length;
  return {
    name,
    purpose: told.slice(0, end),
    description: told.slice(end),
    parameters: textOf(found.names),
    choices: textOf(found.choices),
    explanations: textOf(found.explanations),
  };
}

/**
 * The same as one text for a model of meaning, which reads only a beginning: what it is for and what it takes, which
 * is what a request tells.
 */
export function toolMeaning(tool: DescribedTool): string {
  const { name, purpose, parameters, explanations } = toolFields(tool);
  return `${spaced(name)}: ${purpose} ${explanations || spaced(parameters)}`.trim();
}

/** `getUser_name` as the words it is made of. */
function spaced(name: string): string {
  return name
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ")
    .replace(/[_.-]+/g, " ")
    .toLowerCase();
}

type Found = {
  readonly names: string[];
  readonly choices: string[];
  readonly explanations: string[];
  left: number;
};

function readSchema(schema: unknown, depth: number, found: Found): void {
  if (!isRecord(schema) || depth === 0 || found.left-- <= 0) return;
  const { properties, items, enum: choices, const: choice } = schema;
  if (Array.isArray(choices)) found.choices.push(...choices.map(plain));
  if (choice !== undefined) found.choices.push(plain(choice));
  for (const [name, property] of isRecord(properties) ? Object.entries(properties) : []) {
    found.names.push(name);
    if (isRecord(property) && typeof property["description"] === "string") {
      found.explanations.push(property["description"]);
    }
    readSchema(property, depth - 1, found);
  }
  for (const part of [items, schema["anyOf"], schema["oneOf"], schema["allOf"]].flat()) {
    readSchema(part, depth - 1, found);
  }
}

function plain(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A comma between them: what stands side by side here was never said together. */
function textOf(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== "")
    .join(", ")
    .slice(0, LONGEST);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
