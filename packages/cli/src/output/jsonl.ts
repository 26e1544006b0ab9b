import type { JsonlEnvelope, JsonlEvent, ModelEvent, RunOutput } from "@squire/protocol";
import { noteOf } from "./notes.ts";
import type { Output, OutputPorts } from "./output.ts";

/** Protocol events line by line, exactly one terminal event last (PROT-2, CLI-4). */
export function jsonlOutput({ stdout, now, requestId }: OutputPorts): Output {
  let seq = 0;
  const send = (event: JsonlEvent): void => {
    const envelope: JsonlEnvelope = {
      sessionId: null,
      requestId,
      seq: ++seq,
      timestamp: now(),
      event,
    };
    stdout.write(`${JSON.stringify(envelope)}\n`);
  };
  return {
    event: (event) => {
      const line = lineOf(event);
      if (line !== null) send(line);
    },
    finish: ({ result, model }) => {
      const { usage, costUsd } = result;
      if (model !== null) send({ type: "usage", model, usage, costUsd });
      send(terminalOf(result));
    },
  };
}

function lineOf(event: ModelEvent): JsonlEvent | null {
  switch (event.type) {
    case "text.delta":
      return { type: "content_delta", text: event.text };
    case "thinking.delta":
      return { type: "thinking_delta", text: event.text };
    case "warning":
      return { type: "warning", code: event.code, message: event.message };
    default: {
      const note = noteOf(event);
      return note === null ? null : { type: "status", text: note };
    }
  }
}

function terminalOf(result: RunOutput): JsonlEvent {
  const { stopReason, error } = result;
  if (stopReason === "aborted") return { type: "aborted", partialSaved: false };
  if (error === undefined) return { type: "complete", result };
  return {
    type: "error",
    message: error.message,
    recoverable: false,
    code: error.code,
    ...(error.advice === undefined ? {} : { advice: error.advice }),
  };
}
