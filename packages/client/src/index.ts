export { connectInProcess } from "./connect-in-process.ts";
export { connectWebSocket } from "./socket/connect-web-socket.ts";
export type { Credentials, LineState, SocketOptions } from "./socket/connect-options.ts";
export type { HostClient } from "./host-client.ts";
export { watchSession } from "./watch-session.ts";
export type { Watched, WatchEnd, WatchOptions } from "./watch-session.ts";
export { emptyView } from "./view/empty-view.ts";
export { itemsOf, reduceView } from "./view/reduce-view.ts";
export type {
  AgentItem,
  AnswerItem,
  ApprovalView,
  CitationsItem,
  CompactionItem,
  EditPreview,
  ErrorItem,
  Item,
  ItemKind,
  NoticeItem,
  PlanItem,
  RetryItem,
  RewindItem,
  ShellItem,
  SummaryItem,
  TextItem,
  ThinkingItem,
  ToolEnd,
  ToolItem,
  ToolState,
  TurnItem,
  UserItem,
} from "./view/item.ts";
export { ItemList } from "./view/item-list.ts";
export type { Activity, Phase, Spending, Status, View } from "./view/view.ts";
export { codeParts } from "./code/code-parts.ts";
export { languageOf, loadLanguage } from "./code/languages.ts";
export { approvalParts, approvalReasons, effectWords } from "./words/approval-parts.ts";
export type { ApprovalSaid } from "./words/approval-parts.ts";
export { ago, count, dollars, duration, percent, plural } from "./words/format.ts";
export { fuzzyRank } from "./words/fuzzy.ts";
export { diffOf, resultWords } from "./words/result-words.ts";
export { readPrompt } from "./words/read-prompt.ts";
export { completed, triggerOf } from "./words/trigger.ts";
export type { Trigger } from "./words/trigger.ts";
export { imageWords } from "./words/image-words.ts";
export { usageTrace } from "./view/usage-trace.ts";
export type { UsageTrace } from "./view/usage-trace.ts";
