import type { HandState } from "@squire/host/workbench";
import type { JsonObject, Mode, Trust } from "@squire/protocol";

type StateFlags = {
  readonly mode?: Mode;
  readonly trust?: Trust;
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  readonly yes: boolean;
};

/** The state that flags ask for. */
export function handStateOf({ mode, trust, allow, ask, deny, yes }: StateFlags): HandState {
  return {
    yes,
    rules: { allow, ask, deny },
    ...(mode === undefined ? {} : { mode }),
    ...(trust === undefined ? {} : { trust }),
  };
}

export type ReadArguments =
  | { readonly ok: true; readonly args: JsonObject }
  | { readonly ok: false; readonly problem: string };

/** Arguments as they are typed: a JSON object. */
export function readArguments(text: string): ReadArguments {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return { ok: true, args: value as JsonObject };
    }
    const problem = 'the arguments must be a JSON object, e.g. {"path":"README.md"}.';
    return { ok: false, problem };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: `the arguments are not JSON: ${why}` };
  }
}
