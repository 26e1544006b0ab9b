import type { ToolSpec } from "@squire/protocol";
import type { Tool } from "./tool.ts";

/** A tool as the model is told about it. Same tool, same bytes. */
export function toSpec(tool: Tool): ToolSpec {
  const parameters = tool.parameters();
  const whole =
    parameters["properties"] === undefined
      ? { ...parameters, type: "object", properties: {} } // RPR-8
      : parameters;
  return { name: tool.name, description: tool.description, parameters: whole };
}
