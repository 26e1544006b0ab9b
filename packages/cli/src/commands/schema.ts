import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { writePages } from "../output/pages.ts";
import { closest } from "../spelling.ts";
import { say } from "./sessions-at.ts";

/** What crosses a border, as JSON Schema (PROT-10). */
export async function schemaCommand(
  { flags, args }: Invocation<"schema">,
  io: Io,
): Promise<number> {
  const { toJsonSchemas } = await import("@squire/protocol/wire");
  const schemas = toJsonSchemas();
  const names = Object.keys(schemas);
  if (flags.list) {
    io.stdout.write(names.map((name) => `${name}\n`).join(""));
    return EXIT_CODES.ok;
  }
  if (args.name === undefined) {
    await writePages(io, [`${JSON.stringify(schemas, null, 2)}\n`]);
    return EXIT_CODES.ok;
  }
  const schema = schemas[args.name];
  if (schema === undefined) {
    const near = closest(args.name, names);
    const meant = near === null ? "squire schema --list shows them." : `Did you mean ${near}?`;
    say(io, `there is no schema "${args.name}". ${meant}`);
    return EXIT_CODES.usage;
  }
  io.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
  return EXIT_CODES.ok;
}
