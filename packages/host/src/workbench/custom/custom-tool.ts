import type { JsonObject, UserContent } from "@squire/protocol";
import type { Tool, ToolContext, ToolOutput } from "@squire/agent";
import { schemaTool } from "@squire/agent";
import { z } from "zod";
import { messageOf } from "./message-of.ts";

/** A tool as a module describes it (TOOL-1); every field is checked before it is believed. */
const customShape = z.object({
  name: z.string(),
  label: z.string().optional(),
  description: z.string().min(1),
  /** JSON Schema, or a schema made with `api.schema`. */
  parameters: z.custom<JsonObject | z.ZodType>(
    (value) => typeof value === "object" && value !== null,
  ),
  readOnly: z.boolean().optional(),
  readOnlyCheck: z.custom<(args: JsonObject) => unknown>(isFunction).optional(),
  concurrency: z.enum(["shared", "exclusive"]).optional(),
  requiresApproval: z.boolean().optional(),
  /** Milliseconds. */
  timeout: z.number().positive().optional(),
  execute: z.custom<Execute>(isFunction),
  onSession: z.custom<(event: SessionMoment) => unknown>(isFunction).optional(),
  renderCall: z.custom<(args: JsonObject) => string>(isFunction).optional(),
  renderResult: z.custom<(result: unknown) => string>(isFunction).optional(),
});

export type CustomTool = z.infer<typeof customShape>;

/** What a tool is told of its session. */
export type SessionMoment = { readonly type: "start" | "shutdown"; readonly sessionId: string };

type Execute = (
  id: string,
  args: JsonObject,
  options: {
    readonly signal: AbortSignal;
    readonly onUpdate: (partial: unknown) => void;
    readonly ctx: ExecuteContext;
  },
) => unknown;

type ExecuteContext = Pick<ToolContext, "cwd" | "sessionId" | "env" | "artifacts"> & {
  readonly reportProgress: (text: string) => void;
};

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

export function readCustomTool(value: unknown): CustomTool {
  return customShape.parse(value);
}

/** Through the same gate as any other: what does not say that it only reads is judged as a command. */
export async function customTool(
  custom: CustomTool,
  warn: (message: string) => void,
): Promise<Tool> {
  const { name, label, description, concurrency, requiresApproval, timeout } = custom;
  const quietly = <T>(what: string, act: () => T, otherwise: T): T => {
    try {
      return act();
    } catch (error) {
      warn(`${what} of the tool ${name} failed: ${messageOf(error)}`);
      return otherwise;
    }
  };
  return schemaTool({
    name,
    description,
    effect: custom.readOnly === true ? "read" : "execute",
    parameters: parametersOf(custom),
    ...(label === undefined ? {} : { label }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(requiresApproval === undefined ? {} : { requiresApproval }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    // A check that fails has not said that it only reads.
    effectOf: (args) => (isReading(custom, args, quietly) ? "read" : "execute"),
    summary: (args) => quietly("renderCall", () => custom.renderCall?.(args) ?? name, name),
    async run(args, context) {
      const result = await custom.execute(context.callId, args, executeOptions(context));
      const rendered = quietly("renderResult", () => custom.renderResult?.(result), undefined);
      const output = outputOf(result);
      if (rendered === undefined) return output;
      return { ...output, details: { ...output.details, data: { rendered } } };
    },
  });
}

type Quietly = <T>(what: string, act: () => T, otherwise: T) => T;

function isReading(custom: CustomTool, args: JsonObject, quietly: Quietly): boolean {
  const { readOnly = false, readOnlyCheck } = custom;
  if (readOnlyCheck === undefined) return readOnly;
  return quietly("readOnlyCheck", () => readOnlyCheck(args) === true, false);
}

function executeOptions(context: ToolContext): Parameters<Execute>[2] {
  const { cwd, sessionId, env, artifacts, signal, report } = context;
  const tell = (partial: unknown): void => report(firstText(outputOf(partial).content));
  return {
    signal,
    onUpdate: tell,
    ctx: { cwd, sessionId, env, artifacts, reportProgress: report },
  };
}

function parametersOf({ parameters }: CustomTool): JsonObject {
  const schema =
    parameters instanceof z.ZodType ? z.toJSONSchema(parameters, { io: "input" }) : parameters;
  // Only what JSON can say is told to a model.
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}

const contentShape = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("image"), mimeType: z.string(), data: z.string() }),
]);

/** TOOL-2. */
const resultShape = z.object({
  content: z.array(contentShape).optional(),
  isError: z.boolean().optional(),
  exitCode: z.number().int().optional(),
  truncated: z.boolean().optional(),
  artifactId: z.string().optional(),
  attachments: z
    .array(z.object({ type: z.enum(["image", "file"]), mimeType: z.string(), data: z.string() }))
    .optional(),
});

/** Words alone are fine; what has no known shape is shown as the JSON it is. */
function outputOf(result: unknown): ToolOutput {
  if (typeof result === "string") return { content: [text(result)], details: {} };
  const read = resultShape.safeParse(result);
  if (!read.success || read.data.content === undefined) {
    return { content: [text(JSON.stringify(result) ?? "done")], details: {} };
  }
  const { content, isError, exitCode, truncated, artifactId, attachments = [] } = read.data;
  const images = attachments.flatMap(({ type, mimeType, data }): UserContent[] =>
    type === "image" ? [{ type, mimeType, data }] : [],
  );
  return {
    content: [...content, ...images],
    details: {
      ...(isError === undefined ? {} : { isError }),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(truncated === undefined ? {} : { truncated }),
      ...(artifactId === undefined ? {} : { artifactId }),
    },
  };
}

function text(words: string): UserContent {
  return { type: "text", text: words };
}

function firstText(content: readonly UserContent[]): string {
  const first = content.find((part) => part.type === "text");
  return first?.type === "text" ? first.text : "";
}
