import { nameOf } from "./turn-state.ts";
import type { NextRequest, Turn } from "./turn-state.ts";

/** The request the log view asks for now. Throws when the prefix has drifted (LOOP-2). */
export function nextRequest(
  turn: Turn,
  { tools = turn.settings.mode !== "chat" }: { readonly tools?: boolean } = {},
): NextRequest {
  const { ports, settings, state } = turn;
  // Once a turn: what is sent is read-only, and a defect shows here as well as at every step.
  if (turn.scratch.steps === 0) state.prefix.verifyFingerprint();
  const prefix = tools ? state.prefix.view() : state.prefix.withoutTools();
  const model = ports.model();
  const { request, droppedCalls, droppedOutcomes } = state.compose({
    model: nameOf(model.id),
    prefix,
    messages: ports.view(),
    options: settings.request,
  });
  if (droppedCalls + droppedOutcomes > 0) {
    const message = `Left out of the request: ${droppedCalls} calls without outcomes, ${droppedOutcomes} outcomes without calls.`;
    ports.emit({ type: "warning.raised", runId: turn.runId, code: "history.healed", message });
  }
  return { model, prefix, request };
}
