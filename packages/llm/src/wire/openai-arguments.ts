import { isRecord } from "./read.ts";

/**
 * The arguments of a past call, as servers accept them. Many parse them and refuse the whole
 * request unless they are a JSON object, so what the model wrote wrongly goes back as `_raw`: it
 * still sees its own words beside the outcome that told it what was wrong.
 */
export function argumentsOf(argsText: string): string {
  if (argsText.trim() === "") return "{}";
  return isJsonObject(argsText) ? argsText : JSON.stringify({ _raw: argsText });
}

export function isJsonObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}
