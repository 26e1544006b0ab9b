// What only a process with a wire needs: apart from the index so that others do not load it.
export { EVENT_PAIRS, parseEnvelope, parseEvent } from "./event.ts";
export { isMethodName, methodSchemas, parseParams, parseResult, talks } from "./method.ts";
export type { ParsedCall } from "./method.ts";
export { ERROR_CODES, errorCodeOf } from "./error-codes.ts";
export type { ErrorCode } from "./error-codes.ts";
export { MAX_CALL_BYTES, MAX_MESSAGE_BYTES, MAX_SEND_BUFFER_BYTES } from "./limits.ts";
export { parseClientFrame, parseServerFrame } from "./frames.ts";
export type {
  AuthFrame,
  AuthReply,
  ClientFrame,
  ErrorFrame,
  FrameId,
  RequestFrame,
  ResponseFrame,
  ServerFrame,
} from "./frames.ts";
export { parseUserFailure } from "./user-failure.ts";
export { parsePush } from "./push.ts";
export type { Push, PushName, UnknownPush } from "./push.ts";
export {
  isTerminalJsonl,
  parseCommand,
  parseJsonlEnvelope,
  parseReady,
  PROTOCOL_VERSION,
  readyLine,
} from "./jsonl.ts";
export type { JsonlCommandType, JsonlEventType, UnknownJsonl } from "./jsonl.ts";
export { parseRunOutput } from "./run-output.ts";
export { toJsonSchemas } from "./json-schemas.ts";
