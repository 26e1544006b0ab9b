import type { CallFormat, FoundCall, SpecOf } from "./found.ts";
import { elementsIn } from "./found.ts";
import { readParameters } from "./parameters.ts";
import { callsInJson } from "./payload.ts";

// Names are of bounded length, so that no text makes these patterns slow.
const PREFIX = "(?:[a-z]{1,16}:|｜DSML｜)?";

const FUNCTION = {
  open: /<function=([^>\s]{1,128})>/g,
  close: /<\/function>/g,
  parameter: { open: /<parameter=([^>\s]{1,128})>/g, close: /<\/parameter>/g },
};

const INVOKE = {
  open: new RegExp(`<${PREFIX}invoke name="([^"<>]{1,128})">`, "g"),
  close: new RegExp(`</${PREFIX}invoke>`, "g"),
  parameter: {
    open: new RegExp(`<${PREFIX}parameter name="([^"<>]{1,128})"[^<>]{0,64}>`, "g"),
    close: new RegExp(`</${PREFIX}parameter>`, "g"),
  },
};

/** `<tool_call>{"name": …, "arguments": …}</tool_call>`, or a function element inside. */
export const toolCallTags: CallFormat = (text, specOf) =>
  elementsIn(text, /<tool_call>/g, /<\/tool_call>/g).flatMap(({ start, end, body, cut }) => {
    const json = callsInJson(body, { cut });
    const calls = json.length > 0 ? json : functionTags(body, specOf).flatMap((span) => span.calls);
    return calls.length > 0 ? [{ start, end, calls }] : [];
  });

/** `<function=name>` with `<parameter=key>` elements or a JSON object inside. */
export const functionTags: CallFormat = (text, specOf) => elementCalls(text, FUNCTION, specOf);

/** Elements named `invoke` and `parameter`, each with its name as an attribute. */
export const invokeTags: CallFormat = (text, specOf) => elementCalls(text, INVOKE, specOf);

function elementCalls(
  text: string,
  { open, close, parameter }: typeof FUNCTION,
  specOf: SpecOf,
): ReturnType<CallFormat> {
  return elementsIn(text, open, close).flatMap(({ start, end, head: [name = ""], body, cut }) => {
    const args = jsonBody(body) ?? readParameters(body, parameter, specOf(name));
    if (args === null) return [];
    const call: FoundCall = { name, argsText: args.argsText, cut: cut || args.cut };
    return [{ start, end, calls: [call] }];
  });
}

function jsonBody(body: string): { readonly argsText: string; readonly cut: boolean } | null {
  return body.trimStart().startsWith("{") ? { argsText: body.trim(), cut: false } : null;
}
