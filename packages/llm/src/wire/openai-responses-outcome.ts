import type { JsonObject, OutcomeMessage } from "@squire/protocol";
import type {
  ResponseCustomToolCallOutput,
  ResponseFunctionShellCallOutputContent,
  ResponseInputItem,
} from "openai/resources/responses/responses";
import type { Target } from "./contract.ts";
import { splitCallId } from "./openai-id.ts";
import { dataUrl, imageNote, imagesOf, plainText } from "./openai-image.ts";
import { contentPart } from "./openai-responses-items.ts";
import { text } from "./read.ts";

/** The outcome of a call; `call` is the vendor's own item when it was not a function call. */
export function outcomeItem(
  message: OutcomeMessage,
  call: JsonObject | undefined,
  target: Target,
): object {
  const { callId } = splitCallId(message.callId);
  const type = text(call?.["type"]);
  switch (type) {
    case "custom_tool_call":
      return {
        type: "custom_tool_call_output",
        call_id: callId,
        output: outputOf(message, target),
      } satisfies ResponseCustomToolCallOutput;
    case "local_shell_call":
      return localShellOutput(message, callId);
    case "shell_call":
      return shellOutput(message, callId);
    case "apply_patch_call":
      return patchOutput(message, callId);
    case "computer_call":
      return computerOutput(message, callId);
    case "mcp_approval_request":
      return approval(message, text(call?.["id"]));
    default:
      return {
        type: "function_call_output",
        call_id: callId,
        output: outputOf(message, target),
      } satisfies ResponseInputItem.FunctionCallOutput;
  }
}

function outputOf({ content }: OutcomeMessage, target: Target) {
  if (target.compat.supportsImages === false || imagesOf(content).length === 0) {
    return plainText(content, imageNote);
  }
  return content.map((block) => contentPart(block, target));
}

// The published type wants the call's id under `id`, the published guide under `call_id`.
function localShellOutput(message: OutcomeMessage, callId: string): object {
  const output = {
    type: "local_shell_call_output",
    id: callId,
    output: plainText(message.content, imageNote),
  } satisfies ResponseInputItem.LocalShellCallOutput;
  return { ...output, call_id: callId };
}

function shellOutput(message: OutcomeMessage, callId: string): ResponseInputItem.ShellCallOutput {
  const output: ResponseFunctionShellCallOutputContent = {
    stdout: message.failed ? "" : plainText(message.content, imageNote),
    stderr: message.failed ? plainText(message.content, imageNote) : "",
    outcome: { type: "exit", exit_code: message.failed ? 1 : 0 },
  };
  return { type: "shell_call_output", call_id: callId, output: [output] };
}

function patchOutput(
  message: OutcomeMessage,
  callId: string,
): ResponseInputItem.ApplyPatchCallOutput {
  return {
    type: "apply_patch_call_output",
    call_id: callId,
    status: message.failed ? "failed" : "completed",
    output: plainText(message.content, imageNote),
  };
}

function computerOutput(
  message: OutcomeMessage,
  callId: string,
): ResponseInputItem.ComputerCallOutput {
  const image = imagesOf(message.content).at(-1);
  return {
    type: "computer_call_output",
    call_id: callId,
    output: {
      type: "computer_screenshot",
      ...(image === undefined ? {} : { image_url: dataUrl(image) }),
    },
  };
}

function approval(message: OutcomeMessage, id: string): ResponseInputItem.McpApprovalResponse {
  return {
    type: "mcp_approval_response",
    approval_request_id: id,
    approve: !message.failed,
    ...(message.failed ? { reason: plainText(message.content, imageNote) } : {}),
  };
}
