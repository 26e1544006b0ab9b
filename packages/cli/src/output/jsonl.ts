import type { AgentEvent, JsonlEnvelope, JsonlEvent, RunOutput } from "@squire/protocol";
import { jsonlLine } from "@squire/stdio/codec";
import { noteOf } from "./notes.ts";
import type { Output, OutputPorts } from "./output.ts";

/** Protocol events line by line, exactly one terminal event last (PROT-2, CLI-4). */
export function jsonlOutput({ stdout, now, requestId, sessionId }: OutputPorts): Output {
  let seq = 0;
  const send = (event: JsonlEvent): void => {
    const envelope: JsonlEnvelope = {
      sessionId: sessionId(),
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
    finish: (result) => send(terminalOf(result)),
  };
}

/** Also what a person watching should know while waiting. */
function lineOf(event: AgentEvent): JsonlEvent | null {
  const line = jsonlLine(event);
  if (line !== null) return line;
  const note = noteOf(event);
  return note === null ? null : { type: "status", text: note };
}

function terminalOf(result: RunOutput): JsonlEvent {
  const { stopReason, error, sessionId } = result;
  if (stopReason === "aborted") return { type: "aborted", partialSaved: sessionId !== null };
  if (error === undefined) return { type: "complete", result };
  return {
    type: "error",
    message: error.message,
    recoverable: false,
    code: error.code,
    ...(error.advice === undefined ? {} : { advice: error.advice }),
  };
}
