import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { toJsonSchemas } from "../packages/protocol/src/json-schemas.ts";
import { INDEX_FORMAT } from "../packages/session/src/table/checkpoint.ts";

test("an index made under other schemas of entries is not believed: write this behind INDEX_FORMAT", () => {
  const schemas = Object.entries(toJsonSchemas()).filter(([name]) =>
    /^(?:entry\/|session-header$)/.test(name),
  );
  const print = createHash("sha256").update(JSON.stringify(schemas)).digest("hex").slice(0, 8);
  expect(INDEX_FORMAT.split("-")[1]).toBe(print);
});
