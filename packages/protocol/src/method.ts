import { check, checkWhole, type Checked } from "./check.ts";
import { ERROR_CODES } from "./error-codes.ts";
import { branchMethods } from "./methods/branches.ts";
import { chatMethods } from "./methods/chat.ts";
import { codeIndexMethods } from "./methods/code-index.ts";
import { editMethods } from "./methods/edits.ts";
import { hostMethods } from "./methods/host.ts";
import { keyMethods } from "./methods/keys.ts";
import { learningMethods } from "./methods/learning.ts";
import { lookupMethods } from "./methods/lookup.ts";
import { memoryMethods } from "./methods/memory.ts";
import { researchMethods } from "./methods/research.ts";
import { ruleMethods } from "./methods/rules.ts";
import { sessionMethods } from "./methods/sessions.ts";
import { settingMethods } from "./methods/settings.ts";
import { workMethods } from "./methods/work.ts";
import type { Infer } from "./once.ts";

/** Every method of the host by its name (GW-6): what any face can do. */
export const methodSchemas = {
  ...settingMethods,
  ...sessionMethods,
  ...chatMethods,
  ...lookupMethods,
  ...branchMethods,
  ...workMethods,
  ...editMethods,
  ...hostMethods,
  ...keyMethods,
  ...memoryMethods,
  ...codeIndexMethods,
  ...learningMethods,
  ...researchMethods,
  ...ruleMethods,
} as const;

export type MethodName = keyof typeof methodSchemas;
export type MethodParams<M extends MethodName> = Infer<(typeof methodSchemas)[M]["params"]>;
export type MethodResult<M extends MethodName> = Infer<(typeof methodSchemas)[M]["result"]>;

/** A call whose params fit its method. */
export type MethodCall = {
  [M in MethodName]: { readonly method: M; readonly params: MethodParams<M> };
}[MethodName];

export type ParsedCall =
  | { readonly ok: true; readonly call: MethodCall }
  | {
      readonly ok: false;
      readonly code: typeof ERROR_CODES.unknownMethod | typeof ERROR_CODES.invalidParams;
      readonly message: string;
    };

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methodSchemas, name);
}

/** It begins or carries on a turn of a session: who calls it wants to hear what comes of it. */
export function talks(method: MethodName): boolean {
  const { params, result } = methodSchemas[method];
  return "sessionKey" in params().unwrap().shape && "runId" in result().unwrap().shape;
}

/** Params from outside this process. Absent params count as none; unknown ones are dropped. Never throws. */
export function parseParams(method: string, value: unknown): ParsedCall {
  if (!isMethodName(method)) {
    const message = `There is no method "${method.slice(0, 80)}".`;
    return { ok: false, code: ERROR_CODES.unknownMethod, message };
  }
  const parsed = check(methodSchemas[method].params(), value ?? {});
  if (parsed.kind === "problem") {
    const message = `The params of ${method} do not fit: ${parsed.message}`;
    return { ok: false, code: ERROR_CODES.invalidParams, message };
  }
  return { ok: true, call: { method, params: parsed.value } as MethodCall };
}

/** A result from outside this process, as a client receives it. Never throws. */
export function parseResult<M extends MethodName>(
  method: M,
  value: unknown,
): Checked<MethodResult<M>> {
  return checkWhole(methodSchemas[method].result(), value) as Checked<MethodResult<M>>;
}
