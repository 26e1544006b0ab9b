import type { JsonValue, StopReason, UserContent } from "@squire/protocol";
import type { OutputDetails, ToolOutput } from "./tool.ts";

/** A failure that the model should hear about and can react to. The run goes on. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly details: OutputDetails;
  /** Shown to the model instead of the message, where words are not enough. */
  readonly content: readonly UserContent[] | null;

  constructor(
    message: string,
    options: {
      readonly cause?: unknown;
      readonly details?: OutputDetails;
      readonly content?: readonly UserContent[];
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.details = options.details ?? {};
    this.content = options.content ?? null;
  }
}

/**
 * Ends the turn from inside a tool: a plan to be approved, a question to be answered (TOOL-6). The
 * payload tells a face which dialog to open; the model is told to stop calling tools.
 */
export class ToolStop extends Error {
  override readonly name = "ToolStop";
  readonly payload: JsonValue;
  readonly reason: StopReason;

  constructor(message: string, payload: JsonValue, reason: StopReason = "question") {
    super(message);
    this.payload = payload;
    this.reason = reason;
  }

  toToolResult(): ToolOutput {
    const text = `${this.message} Stop calling tools and wait for the user.\n${JSON.stringify(this.payload)}`;
    return {
      content: [{ type: "text", text }],
      details: { data: this.payload, endsTurn: this.reason },
    };
  }
}
