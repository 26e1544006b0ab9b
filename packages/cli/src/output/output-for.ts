import { jsonOutput } from "./json.ts";
import { jsonlOutput } from "./jsonl.ts";
import type { Output, OutputForm, OutputPorts } from "./output.ts";
import { textOutput } from "./text.ts";

export function outputFor(form: OutputForm, ports: OutputPorts): Output {
  switch (form) {
    case "text":
      return textOutput(ports);
    case "json":
      return jsonOutput(ports);
    case "jsonl":
      return jsonlOutput(ports);
  }
}
