import type { Clock } from "@squire/llm";
import { graceAfter } from "./grace.ts";
import { ToolError, ToolStop } from "../tool-error.ts";
import type { ToolContext, ToolOutput } from "../tool.ts";
import { endedWith, ranWith } from "./call-end.ts";
import type { Executor } from "./capability.ts";
import type { CallEnd, CallLimits } from "./ports.ts";

export type Execution = {
  readonly run: Executor;
  readonly context: Omit<ToolContext, "signal">;
  readonly clock: Clock;
  /** The turn's. */
  readonly signal: AbortSignal;
  /** Null: no limit of its own. */
  readonly timeoutMs: number | null;
  readonly graceMs: CallLimits["graceMs"];
};

type Settled =
  | { readonly type: "output"; readonly output: ToolOutput }
  | { readonly type: "threw"; readonly error: unknown }
  | { readonly type: "deaf" };

/**
 * Runs a tool to its end, whatever that is (TOOL-2). Never rejects. A tool that does not listen to
 * its signal is left behind after a short grace: what it does later reaches nobody.
 */
export async function execute(execution: Execution): Promise<CallEnd> {
  const { clock } = execution;
  const stop = new AbortController();
  const begun = clock.now();
  let timedOut = false;
  const timer = timerFor(execution, () => {
    timedOut = true;
    stop.abort(new Error("The time for this call is over."));
  });
  const pass = (): void => stop.abort(execution.signal.reason);
  if (execution.signal.aborted) pass();
  else execution.signal.addEventListener("abort", pass, { once: true });
  const settled = await settle(execution, stop.signal);
  timer.cancel();
  execution.signal.removeEventListener("abort", pass);
  const durationMs = Math.max(0, clock.now() - begun);
  const cut = !stop.signal.aborted ? null : timedOut ? "timed_out" : "aborted";
  return endOf(settled, { cut, durationMs, timeoutMs: execution.timeoutMs });
}

function timerFor({ clock, timeoutMs }: Execution, fire: () => void): { cancel(): void } {
  return timeoutMs === null ? { cancel: () => {} } : clock.timer(timeoutMs, fire);
}

async function settle(execution: Execution, signal: AbortSignal): Promise<Settled> {
  const { run, context, clock, graceMs } = execution;
  let open = true;
  const report = (message: string): void => {
    if (open) context.report(message);
  };
  const grace = graceAfter(signal, clock, graceMs);
  const deaf = grace.over.then((): Settled => ({ type: "deaf" }));
  const settled = await Promise.race([attempt(() => run({ ...context, report, signal })), deaf]);
  open = false;
  grace.cancel();
  return settled;
}

async function attempt(run: () => Promise<ToolOutput>): Promise<Settled> {
  try {
    return { type: "output", output: await run() };
  } catch (error) {
    return { type: "threw", error };
  }
}

type Circumstances = {
  readonly cut: "timed_out" | "aborted" | null;
  readonly durationMs: number;
  readonly timeoutMs: number | null;
};

function endOf(settled: Settled, { cut, durationMs, timeoutMs }: Circumstances): CallEnd {
  const limit = cut === "timed_out" ? `after ${timeoutMs} ms` : "by the user";
  const words = cut === "timed_out" ? "It took too long and was stopped" : "It was stopped";
  switch (settled.type) {
    case "output":
      // It came to its end in spite of the signal: that is kept (LOOP-9).
      return ranWith(settled.output.content, settled.output.details, { ending: "ran", durationMs });
    case "deaf":
      return endedWith(
        cut ?? "aborted",
        `${words} ${limit}, but it did not stop in time; it may still have taken effect.`,
        durationMs,
      );
    case "threw":
      return thrown(settled.error, {
        cut,
        durationMs,
        suffix: cut === null ? "" : `${words} ${limit}.`,
      });
  }
}

function thrown(
  error: unknown,
  how: Pick<Circumstances, "cut" | "durationMs"> & { readonly suffix: string },
): CallEnd {
  const { cut, durationMs, suffix } = how;
  if (error instanceof ToolStop) {
    const { content, details } = error.toToolResult();
    return ranWith(content, details, { ending: "ran", durationMs });
  }
  const ending = cut ?? "ran";
  if (error instanceof ToolError) {
    const content = error.content ?? [{ type: "text" as const, text: error.message }];
    const note = suffix === "" ? [] : [{ type: "text" as const, text: suffix }];
    return ranWith(
      [...content, ...note],
      { ...error.details, isError: true },
      { ending, durationMs },
    );
  }
  if (cut !== null)
    return endedWith(cut, `${suffix} It may have taken effect in part.`, durationMs);
  return endedWith("ran", `The tool failed: ${messageOf(error)}`, durationMs);
}

function messageOf(error: unknown): string {
  if (error instanceof Error && error.message !== "") return error.message;
  return String(error) || "no reason was given";
}
