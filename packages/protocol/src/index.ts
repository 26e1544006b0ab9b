export { assertNever } from "./assert-never.ts";
export { JsonObjectSchema, JsonValueSchema } from "./json.ts";
export type { JsonObject, JsonValue } from "./json.ts";
export {
  AssistantContentSchema,
  CallBlockSchema,
  ImageBlockSchema,
  TextBlockSchema,
  ThinkingBlockSchema,
  UserContentSchema,
  VendorBlockSchema,
} from "./content.ts";
export type {
  AssistantContent,
  CallBlock,
  ImageBlock,
  TextBlock,
  ThinkingBlock,
  UserContent,
  VendorBlock,
} from "./content.ts";
export {
  AssistantMessageSchema,
  MessageSchema,
  OriginSchema,
  OutcomeMessageSchema,
  UserMessageSchema,
} from "./message.ts";
export { textOf, userText } from "./message-text.ts";
export type { AssistantMessage, Message, Origin, OutcomeMessage, UserMessage } from "./message.ts";
export { NO_USAGE } from "./no-usage.ts";
export { UsageSchema } from "./usage.ts";
export type { Usage } from "./usage.ts";
export { FailureKindSchema, ModelFailureSchema } from "./failure.ts";
export type { FailureKind, ModelFailure } from "./failure.ts";
export {
  ErrorEventSchema,
  FinishEventSchema,
  FinishReasonSchema,
  ModelEventSchema,
  ModelRequestSchema,
  ThinkingLevelSchema,
  ToolSpecSchema,
} from "./model.ts";
export type {
  ErrorEvent,
  FinishEvent,
  FinishReason,
  Model,
  ModelEvent,
  ModelRequest,
  ModelStream,
  TerminalEvent,
  ThinkingLevel,
  ToolSpec,
} from "./model.ts";
export { isTerminal } from "./is-terminal.ts";
export { MODES, ROLES, THINKING_LEVELS, TRUSTS } from "./word-lists.ts";
export { ModeSchema, RoleSchema, TrustSchema } from "./mode.ts";
export type { Mode, Role, Trust } from "./mode.ts";
export type { Checked, Problem } from "./check.ts";
export type { Parsed } from "./tagged.ts";
export { EXIT_CODES } from "./exit-codes.ts";
export type { ExitCode } from "./exit-codes.ts";
export { userFailureOf } from "./user-failure-of.ts";
export type { FailureCode, UserFailure } from "./user-failure.ts";
export { parseEntry, parseHeader } from "./entry.ts";
export type { Entry, EntryDraft, EntryType, SessionHeader, UnknownEntry } from "./entry.ts";
export type { ApprovalAnswer, ApprovalRequest, ApprovalScope } from "./approval.ts";
export type { Citation, CitationStatus } from "./citation.ts";
export { reportSchema } from "./report.ts";
export type { Report, ReportClaim } from "./report.ts";
export type { JudgedCall } from "./judged-call.ts";
export { TOOL_ALIASES } from "./tool-aliases.ts";
export type { Decision, Effect, Risk, TrailStep, Verdict } from "./decision.ts";
export type { Plan, PlanChange, PlanStep, TodoItem } from "./plan.ts";
export type { Answer, Question } from "./question.ts";
export type { StopReason } from "./stop-reason.ts";
export type { Taint } from "./taint.ts";
export type { ToolDetails } from "./tool-details.ts";
// The types of what crosses a wire; their parsers are in `@squire/protocol/wire`.
export type { AgentEvent, EventEnvelope, EventType, UnknownEvent } from "./event.ts";
export type { Job, PresenceClient, QueueItem } from "./events/session.ts";
export type { MethodCall, MethodName, MethodParams, MethodResult } from "./method.ts";
export type { AgentInfo, ModelCard } from "./methods/settings.ts";
export type { SearchHit } from "./methods/lookup.ts";
export type { UsageTotal } from "./usage-total.ts";
export type { KeptEvent, Restored } from "./events/restored.ts";
export type { CommandInfo, Picker } from "./command-info.ts";
export type { HostConnection, WhoConnects } from "./host-connection.ts";
export type { RewindTo, RewindTurnInfo, TreeNode } from "./methods/branches.ts";
export type { Completion, ContextRegion, RuleInfo, ToolInfo } from "./methods/work.ts";
export type { SettingInfo } from "./methods/host.ts";
export type {
  ContextGauge,
  HistoryItem,
  SessionState,
  SessionSummary,
  Workplace,
} from "./session-info.ts";
export type { JsonlCommand, JsonlEnvelope, JsonlEvent, ReadyLine } from "./jsonl.ts";
export type { ApprovalNeeded, RunOutput } from "./run-output.ts";
export type { WaitingEdit } from "./waiting-edit.ts";
export { SESSION_VERSION } from "./session-version.ts";
