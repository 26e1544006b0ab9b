import type { HostConnection, MethodName } from "@squire/protocol";
import type { Handlers } from "./handlers.ts";
import { branchHandlers } from "./methods/branches.ts";
import { chatHandlers } from "./methods/chat.ts";
import { codeIndexHandlers } from "./methods/code-index.ts";
import { commandHandlers } from "./methods/commands.ts";
import { dialHandlers } from "./methods/dials.ts";
import { editHandlers } from "./methods/edits.ts";
import { imageHandlers } from "./methods/images.ts";
import { keyHandlers } from "./methods/keys.ts";
import { learningHandlers } from "./methods/learning.ts";
import { lookHandlers } from "./methods/look.ts";
import { memoryHandlers } from "./methods/memory.ts";
import { researchHandlers } from "./methods/research.ts";
import { ruleHandlers } from "./methods/rules.ts";
import { sessionHandlers } from "./methods/sessions.ts";
import { setupHandlers } from "./methods/setup.ts";
import { workHandlers } from "./methods/work.ts";

/** Every method there is; a command may use any of them as its client. */
export function handlers(call: HostConnection["call"]): Handlers<MethodName> {
  return {
    ...sessionHandlers,
    ...chatHandlers,
    ...dialHandlers,
    ...branchHandlers,
    ...lookHandlers,
    ...workHandlers,
    ...editHandlers,
    ...imageHandlers,
    ...keyHandlers,
    ...researchHandlers,
    ...setupHandlers,
    ...memoryHandlers,
    ...codeIndexHandlers,
    ...ruleHandlers,
    ...learningHandlers(call),
    ...commandHandlers(call),
  };
}
