export { createAgent } from "./loop/create-agent.ts";
export type { Agent, AgentOptions, PromptOptions } from "./loop/agent.ts";
export { AgentBusy } from "./loop/agent-busy.ts";
export { judgeBudget } from "./loop/budget.ts";
export type { Budget, Spent } from "./loop/budget.ts";
export type { GuidedStep, MakeGuide, TurnGuide } from "./loop/guide.ts";
export type {
  AgentPorts,
  AnsweredCall,
  CallsInWords,
  EndOfTurn,
  FactsOnCalls,
  GuardCall,
  OnOverflow,
  RepairInput,
  RepairReport,
  Repaired,
  RepairedCall,
  TurnRepair,
  VolatileFacts,
} from "./loop/ports.ts";
export { sumUsage } from "./loop/sum-usage.ts";
export { summaryRequest } from "./loop/notes.ts";
export { retryLastUser } from "./loop/retry-last-user.ts";
export type { Retry } from "./loop/retry-last-user.ts";
export { DEFAULT_SETTINGS } from "./loop/settings.ts";
export type { AgentSettings, QueueMode, StreamRule } from "./loop/settings.ts";
export type { TurnResult } from "./loop/turn-result.ts";

export { Prefix } from "./context/prefix.ts";
export type { PrefixParts } from "./context/prefix.ts";

export { defineTool } from "./tool/define-tool.ts";
export type { ToolDefinition } from "./tool/define-tool.ts";
export { NOT_RUN } from "./tool/pipeline/act.ts";
export { lineOf as outcomeLine } from "./tool/pipeline/finish.ts";
export { argsHashOf } from "./tool/pipeline/args-hash.ts";
export { passGate } from "./tool/pipeline/gate.ts";
export { dispatchCalls } from "./tool/pipeline/dispatch.ts";
export type {
  Approve,
  AskedCall,
  CallEnd,
  CallPorts,
  CallScope,
  Gate,
  LogPort,
  Reveal,
  Snapshot,
  ToolHooks,
  Workspace,
} from "./tool/pipeline/ports.ts";
export { ToolRegistry } from "./tool/registry.ts";
export type {
  Advertise,
  Advertised,
  Interceptor,
  ToolDiagnostic,
  ToolFactory,
  ToolOffer,
  ToolSource,
} from "./tool/registry.ts";
export { defineSchemaTool, schemaTool } from "./tool/schema-tool.ts";
export type { SchemaToolDefinition } from "./tool/schema-tool.ts";
export { toSpec } from "./tool/to-spec.ts";
export { ToolError, ToolStop } from "./tool/tool-error.ts";
export type {
  ArgumentProblem,
  ArtifactPort,
  ArtifactStream,
  OutputDetails,
  Tool,
  ToolContext,
  ToolOutput,
} from "./tool/tool.ts";

export {
  branchReading,
  leftBehind,
  MOST_BRANCH_NOTES,
  summariseBranch,
} from "./compaction/branch-summary.ts";
export { branchViewer } from "./compaction/branch-view.ts";
export { contextReport } from "./compaction/context-report.ts";
export type { ContextReport } from "./compaction/context-report.ts";
export { compact } from "./compaction/compact.ts";
export { cacheStateOf, stepsAfter } from "./compaction/forecast.ts";
export { isNearlyFull } from "./compaction/limits.ts";
export { compactionFailed, CONTINUE_TEXT, overflowFailed } from "./compaction/overflow.ts";
export { planEndOfTurn } from "./compaction/plan-end-of-turn.ts";
export { promptTokensOf } from "./compaction/prompt-tokens.ts";
export { COMPACTION_DEFAULTS } from "./compaction/settings.ts";
export type { CompactionSettings } from "./compaction/settings.ts";
export { modelSummariser } from "./compaction/summariser.ts";
export { composeSystem } from "./prompts/compose.ts";
export { tokenCounter } from "./tokens/token-counter.ts";
export { advertiser } from "./repair/advertise.ts";
export { flattenArgs, nestArgs } from "./repair/flatten-args.ts";
export { planFlattening } from "./repair/flatten-schema.ts";
export { legalNames } from "./repair/legal-names.ts";
export { repairTruncation } from "./repair/truncation.ts";
export { capOutcome, RESULT_CAPS } from "./tokens/cap-result.ts";
export { estimateTokens } from "./tokens/estimate.ts";
export type { Summariser } from "./compaction/summariser.ts";
export { findMentions, strikeMentions } from "./citations/mentions.ts";
export type { Mention } from "./citations/mentions.ts";
export { PROMPTS } from "./prompts.ts";
export { remoteSummariser } from "./compaction/remote-summariser.ts";
export { promotionTarget } from "./compaction/overflow.ts";
