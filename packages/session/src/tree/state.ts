import type {
  ApprovalRequest,
  Entry,
  Mode,
  Plan,
  PlanChange,
  QueueItem,
  ThinkingLevel,
  TodoItem,
  Trust,
} from "@squire/protocol";
import { addUsage, NO_TOTALS } from "./usage.ts";
import type { UsageTotals } from "./usage.ts";

/** What a branch says about its session (SES-9). Null where no entry of it says anything. */
export type BranchState = {
  /** `provider/model` in force, with temporary changes. */
  readonly model: string | null;
  readonly thinking: ThinkingLevel | null;
  readonly mode: Mode | null;
  readonly trust: Trust | null;
  readonly title: string | null;
  readonly titleBy: Entry<"title">["by"] | null;
  readonly plan: Plan | null;
  readonly planChange: PlanChange | null;
  readonly todo: readonly TodoItem[];
  readonly activeTools: readonly string[] | null;
  /** Written by the user and not sent yet, oldest first (SES-18). */
  readonly queue: readonly QueueItem[];
  /** Asked and not answered, oldest first. */
  readonly approvals: readonly ApprovalRequest[];
  readonly turns: number;
  /** The run of the last turn. */
  readonly runId: string | null;
  /** The size of the last prompt of a turn as the vendor counted it (USE-7). */
  readonly lastPromptTokens: number | null;
  /** What the last turn has cost. */
  readonly lastTurn: UsageTotals;
  /** A request of a turn whose reply is not in the log (SES-14). */
  readonly openRequest: Entry<"request_sent"> | null;
  /** What holds again when the turn ends. */
  readonly lasting: { readonly model: string | null; readonly thinking: ThinkingLevel | null };
};

export const EMPTY_STATE: BranchState = {
  model: null,
  thinking: null,
  mode: null,
  trust: null,
  title: null,
  titleBy: null,
  plan: null,
  planChange: null,
  todo: [],
  activeTools: null,
  queue: [],
  approvals: [],
  turns: 0,
  runId: null,
  lastPromptTokens: null,
  lastTurn: NO_TOTALS,
  openRequest: null,
  lasting: { model: null, thinking: null },
};

export function foldState(branch: Iterable<Entry>): BranchState {
  let state = EMPTY_STATE;
  for (const entry of branch) state = reduceState(state, entry);
  return state;
}

/** Total: an entry that says nothing about the state leaves it as it is. */
export function reduceState(state: BranchState, entry: Entry): BranchState {
  switch (entry.type) {
    case "message":
      return addMessage(state, entry);
    case "tool_result":
      return answered(state, ({ callId }) => callId === entry.outcome.callId);
    case "approval":
      return addApproval(state, entry);
    case "queued":
      return queued(state, entry);
    case "request_sent":
      return entry.kind === "turn" ? { ...state, openRequest: entry } : state;
    case "usage":
      return spend(state, entry);
    case "model_change":
      return changeModel(state, entry);
    case "thinking_change":
      return changeThinking(state, entry);
    case "mode_change":
      return { ...state, mode: entry.mode };
    case "trust_change":
      return { ...state, trust: entry.trust };
    case "tools_change":
      return { ...state, activeTools: entry.active };
    case "title":
      return { ...state, title: entry.title, titleBy: entry.by };
    case "plan":
      return { ...state, plan: isOver(entry.change) ? null : entry.plan, planChange: entry.change };
    case "todo":
      return { ...state, todo: entry.items };
    default:
      return state;
  }
}

function addMessage(state: BranchState, entry: Entry<"message">): BranchState {
  if (entry.message.role === "user") {
    const sent = dequeued(state, entry.queueId);
    return startsTurn(state, entry) ? newTurn(sent, entry.runId ?? null) : sent;
  }
  const input = entry.usage?.input ?? null;
  return { ...state, openRequest: null, lastPromptTokens: input ?? state.lastPromptTokens };
}

/** Steering belongs to the run it reaches; what Squire writes itself starts nothing. */
function startsTurn({ runId }: BranchState, entry: Entry<"message">): boolean {
  if (entry.synthetic === true) return false;
  return entry.runId === undefined || entry.runId !== runId;
}

function newTurn(state: BranchState, runId: string | null): BranchState {
  const { model, thinking } = state.lasting;
  return { ...state, model, thinking, runId, turns: state.turns + 1, lastTurn: NO_TOTALS };
}

function changeModel(state: BranchState, entry: Entry<"model_change">): BranchState {
  const { model, temporary } = entry;
  return { ...state, model, lasting: temporary ? state.lasting : { ...state.lasting, model } };
}

function changeThinking(state: BranchState, entry: Entry<"thinking_change">): BranchState {
  const { thinking, temporary } = entry;
  return {
    ...state,
    thinking,
    lasting: temporary ? state.lasting : { ...state.lasting, thinking },
  };
}

function queued(state: BranchState, entry: Entry<"queued">): BranchState {
  const { queueId, message, delivery } = entry;
  if (message === null) return dequeued(state, queueId);
  const item = { queueId, message, delivery };
  const at = state.queue.findIndex((waiting) => waiting.queueId === queueId);
  return { ...state, queue: at === -1 ? [...state.queue, item] : state.queue.with(at, item) };
}

function dequeued(state: BranchState, queueId: string | undefined): BranchState {
  if (queueId === undefined) return state;
  return { ...state, queue: state.queue.filter((item) => item.queueId !== queueId) };
}

function addApproval(state: BranchState, entry: Entry<"approval">): BranchState {
  switch (entry.state) {
    case "asked":
      return { ...state, approvals: [...state.approvals, entry.request] };
    case "answered":
      return answered(state, ({ approvalId }) => approvalId === entry.approvalId);
    case "denied":
      return answered(state, ({ callId }) => callId === entry.callId);
  }
}

function answered(state: BranchState, isIt: (request: ApprovalRequest) => boolean): BranchState {
  if (!state.approvals.some(isIt)) return state;
  return { ...state, approvals: state.approvals.filter((request) => !isIt(request)) };
}

function spend(state: BranchState, entry: Entry<"usage">): BranchState {
  const input = entry.kind === "turn" ? entry.usage.input : null;
  return {
    ...state,
    lastTurn: addUsage(state.lastTurn, entry),
    lastPromptTokens: input ?? state.lastPromptTokens,
  };
}

function isOver(change: PlanChange): boolean {
  return change === "cancelled" || change === "stopped";
}
