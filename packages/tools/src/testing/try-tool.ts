import { ToolError, type Tool, type ToolContext, type ToolOutput } from "@squire/agent";
import type { JsonObject } from "@squire/protocol";
import { FakeClock } from "@squire/testkit";

export type Saved = { readonly bytes: Buffer; readonly callId: string; readonly name?: string };

export type Bench = ToolContext & {
  readonly clock: FakeClock;
  readonly reports: string[];
  readonly saved: Saved[];
};

/** All that a tool may know, with a clock that stands still and artifacts that can be looked at. */
export function bench(cwd: string, given: Partial<ToolContext> = {}): Bench {
  const reports: string[] = [];
  const saved: Saved[] = [];
  return {
    cwd,
    signal: new AbortController().signal,
    callId: "call_1",
    sessionId: "ses_1",
    report: (message) => void reports.push(message),
    artifacts: {
      save(content, about) {
        saved.push({ bytes: Buffer.from(content), ...about });
        return Promise.resolve({ id: `art_${saved.length}` });
      },
      stream(about) {
        const chunks: Buffer[] = [];
        return Promise.resolve({
          write: (bytes: Uint8Array) => Promise.resolve(void chunks.push(Buffer.from(bytes))),
          abort: () => Promise.resolve(),
          finish() {
            saved.push({ bytes: Buffer.concat(chunks), ...about });
            return Promise.resolve({ id: `art_${saved.length}` });
          },
        });
      },
    },
    env: { PATH: process.env["PATH"] ?? "" },
    ...given,
    clock: new FakeClock(),
    reports,
    saved,
  };
}

/** Runs a call whose arguments are fine. */
export function runTool(tool: Tool, args: JsonObject, context: ToolContext): Promise<ToolOutput> {
  const prepared = tool.prepare(args);
  if (!prepared.ok) throw new Error(`Not valid: ${JSON.stringify(prepared.problems)}`);
  return prepared.call.run(context);
}

export function textOf({ content }: Pick<ToolOutput, "content">): string {
  return content
    .map((part) => (part.type === "text" ? part.text : `<${part.mimeType}>`))
    .join("\n");
}

/** What the model is told, whether the call went well or not; anything but a `ToolError` is thrown. */
export async function told(tool: Tool, args: JsonObject, context: ToolContext): Promise<string> {
  try {
    return textOf(await runTool(tool, args, context));
  } catch (error) {
    if (error instanceof ToolError) return `! ${error.message}`;
    throw error;
  }
}
