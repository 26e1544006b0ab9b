import type { AgentEvent, JsonValue, OutcomeMessage } from "@squire/protocol";
import { add, change, isLive } from "./live.ts";
import type { ToolEnd, ToolItem } from "./item.ts";
import type { Moment, Reducers } from "./reducer.ts";
import { newCall } from "./reply.ts";
import type { View } from "./view.ts";

/** Calls, and what the gate asks about them. */
export const callReducers: Reducers = {
  "tool.started": (view, event, moment) => {
    const { name, summary, effect, args } = event;
    return changeCall(view, event, moment, (call) => ({
      ...call,
      name,
      summary,
      effect,
      args,
      state: "running",
      startedAt: moment.at,
    }));
  },
  "tool.updated": (view, { callId, message }) =>
    change(view, "tool", callId, (call) => ({ ...call, output: message })),
  "tool.finished": (view, event, moment) =>
    changeCall(view, event, moment, (call) => ({
      ...call,
      name: event.name,
      args: call.args ?? argsOf(call.argsText),
      state: "done",
      output: "",
      preview: null,
      end: endOf(event),
    })),
  "edit.previewed": (view, { callId, files, whole }) =>
    change(view, "tool", callId, (call) => ({ ...call, preview: { files, whole } })),
  "approval.requested": (view, { request }) => {
    const { callId, summary } = request;
    const asking = change(view, "tool", callId, (call) => ({
      ...call,
      state: "asking",
      summary,
      approval: { request, answer: null },
    }));
    const { approvalId } = request;
    const others = asking.approvals.filter((one) => one.approvalId !== approvalId);
    return { ...asking, approvals: [...others, request] };
  },
  "approval.answered": (view, { approvalId, callId, answer }) => {
    const answered = change(view, "tool", callId, (call) => ({
      ...call,
      state: "waiting",
      approval: call.approval === null ? null : { ...call.approval, answer },
    }));
    const approvals = answered.approvals.filter((asked) => asked.approvalId !== approvalId);
    return { ...answered, approvals };
  },
};

type CallEvent = AgentEvent<"tool.started" | "tool.finished">;

/** Also a call that nobody saw being written. */
function changeCall(
  view: View,
  { callId, name, runId }: CallEvent,
  { at }: Moment,
  next: (call: ToolItem) => ToolItem,
): View {
  if (isLive(view, "tool", callId)) return change(view, "tool", callId, next);
  return add(view, next(newCall({ callId, name, argsText: "", runId, at, state: "waiting" })));
}

/** Of a call that never began: as the model wrote them. */
function argsOf(argsText: string): JsonValue {
  try {
    return JSON.parse(argsText) as JsonValue;
  } catch {
    return argsText;
  }
}

function endOf({ summary, outcome, details }: AgentEvent<"tool.finished">): ToolEnd {
  const texts = textsOf(outcome);
  return {
    ok: !outcome.failed,
    summary,
    text: texts.join("\n"),
    images: outcome.content.length - texts.length,
    details,
  };
}

function textsOf({ content }: OutcomeMessage): readonly string[] {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : []));
}
