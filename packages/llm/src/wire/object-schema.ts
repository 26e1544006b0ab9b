import type { JsonObject } from "@squire/protocol";

/** A tool's schema with `properties`, which some servers demand even when there are none (RPR-8). */
export function objectSchema(schema: JsonObject): JsonObject {
  if (schema["properties"] !== undefined) return schema;
  return { ...schema, type: "object", properties: {} };
}
