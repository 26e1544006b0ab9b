import type { OutputUnit, SchemaDraft } from "@cfworker/json-schema";
import type { JsonObject } from "@squire/protocol";
import type { ArgumentProblem } from "./tool.ts";

/** What does not fit; empty when all does. */
export type Validate = (args: JsonObject) => readonly ArgumentProblem[];

/**
 * Checks arguments against a JSON Schema that came from elsewhere (C31, RPR-6). The library is
 * loaded when the first such tool appears. Rejects when the schema is none.
 */
export async function schemaValidator(schema: JsonObject): Promise<Validate> {
  const { Validator } = await import("@cfworker/json-schema");
  // It writes into what it is given, and what models are told must not change.
  const validator = new Validator(structuredClone(schema), draftOf(schema["$schema"]), false);
  return (args) => leaves(validator.validate(args).errors).map(problemOf);
}

const DRAFTS: readonly (readonly [string, SchemaDraft])[] = [
  ["draft-04", "4"],
  ["draft-07", "7"],
  ["2019-09", "2019-09"],
];

function draftOf(uri: unknown): SchemaDraft {
  if (typeof uri !== "string") return "2020-12";
  return DRAFTS.find(([name]) => uri.includes(name))?.[1] ?? "2020-12";
}

/** A problem inside an object is also told for the object: the inner one says more. */
function leaves(errors: readonly OutputUnit[]): readonly OutputUnit[] {
  return errors.filter(
    ({ keywordLocation }) =>
      !errors.some((other) => other.keywordLocation.startsWith(`${keywordLocation}/`)),
  );
}

function problemOf({ instanceLocation, keyword, error }: OutputUnit): ArgumentProblem {
  const path = instanceLocation.split("/").slice(1).map(decoded);
  const missing = keyword === "required" ? /"(.*)"\.$/s.exec(error)?.[1] : undefined;
  if (missing !== undefined) return { path: [...path, missing].join("."), reason: "is missing" };
  return { path: path.join("."), reason: inWords(error) };
}

function decoded(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** `Instance type "string" is invalid. Expected "integer".` → `expected integer, not string`. */
function inWords(error: string): string {
  const type = /^Instance type "(\w+)" is invalid\. Expected (.+)\.$/.exec(error);
  if (type !== null) {
    const [, given = "", wanted = ""] = type;
    return `expected ${wanted.replaceAll('"', "").replaceAll(", ", " or ")}, not ${given}`;
  }
  return error.replace(/^Instance /, "").replace(/\.$/, "");
}
