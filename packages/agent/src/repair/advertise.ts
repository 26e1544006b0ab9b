import type { JsonObject, ToolSpec } from "@squire/protocol";
import { nestArgs } from "./flatten-args.ts";
import { planFlattening } from "./flatten-schema.ts";
import { plainSchema } from "./plain-schema.ts";

/** A tool as the model is told about it, and how to read the arguments that come back. */
export type AdvertisedTool = {
  readonly spec: ToolSpec;
  /** Arguments in the form the tool itself wants; to be done before they are validated (RPR-5). */
  restore(args: JsonObject): JsonObject;
};

/** Same tool, same bytes. `flatten` is `tools.auto_flatten` and the model's own flag. */
export function advertiser({
  flatten,
}: {
  readonly flatten: boolean;
}): (tool: ToolSpec) => AdvertisedTool {
  return (tool) => {
    const parameters = plainSchema(tool.parameters);
    const plan = flatten ? planFlattening(parameters) : null;
    if (plan === null) return { spec: { ...tool, parameters }, restore: (args) => args };
    return {
      spec: { ...tool, parameters: plan.schema },
      restore: (args) => nestArgs(plan, args),
    };
  };
}
