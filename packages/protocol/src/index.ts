export { assertNever, JsonObjectSchema, JsonValueSchema } from "./json.ts";
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
  textOf,
  UserMessageSchema,
  userText,
} from "./message.ts";
export type { AssistantMessage, Message, Origin, OutcomeMessage, UserMessage } from "./message.ts";
export { NO_USAGE, UsageSchema } from "./usage.ts";
export type { Usage } from "./usage.ts";
export { FailureKindSchema, ModelFailureSchema } from "./failure.ts";
export type { FailureKind, ModelFailure } from "./failure.ts";
export {
  ErrorEventSchema,
  FinishEventSchema,
  FinishReasonSchema,
  isTerminal,
  ModelEventSchema,
  ModelRequestSchema,
  THINKING_LEVELS,
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
