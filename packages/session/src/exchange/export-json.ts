import type { JsonValue } from "@squire/protocol";
import { redactJson } from "../transcript/redact-json.ts";
import type { Spent } from "../usage/turn-usage.ts";
import { exportView } from "./export-view.ts";
import type {
  ExportedCall,
  ExportInput,
  ExportItem,
  ExportOptions,
  ExportTurn,
  ExportView,
} from "./export-types.ts";
import { isoTime } from "./plain-text.ts";

/** A session for programs: session, requests, traces, citations, usage (EXP-2). */
export function exportJson(input: ExportInput, options: ExportOptions = {}): string {
  const view = exportView(input, options);
  const document = {
    format: "squire.session",
    version: 1,
    session: {
      id: view.id,
      title: view.title,
      cwd: view.cwd,
      createdAt: isoTime(view.createdAt),
      updatedAt: isoTime(view.updatedAt),
      models: view.models,
    },
    requests: view.turns.map(requestOf),
    traces: view.turns.flatMap(({ turn, items }) =>
      items.flatMap((item) => (item.kind === "tool" ? [traceOf(turn, item)] : [])),
    ),
    citations: view.sources.map((source) => ({
      ...source,
      fetchedAt: source.fetchedAt === null ? null : isoTime(source.fetchedAt),
    })),
    usage: usageOf(view.usage, view.costUsd),
    ...artifactsOf(view),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** One message per line, as they were said, also those that a compaction hides (C17). */
export function exportArchive({ branch }: ExportInput, options: ExportOptions = {}): string {
  const { redact = (text) => text, include = [] } = options;
  const lines = branch.flatMap((entry) => {
    const message =
      entry.type === "message"
        ? entry.message
        : entry.type === "tool_result"
          ? entry.outcome
          : null;
    if (message === null) return [];
    const content = message.content.flatMap((block): JsonValue[] => {
      if (block.type === "vendor") return [];
      if (block.type === "thinking" && !include.includes("thinking")) return [];
      const { opaque: _opaque, ...rest } = { opaque: null, ...block };
      return [rest];
    });
    const { role } = message;
    const origin =
      role === "assistant" ? { model: `${message.origin.provider}/${message.origin.model}` } : {};
    const call =
      role === "tool" ? { callId: message.callId, name: message.name, failed: message.failed } : {};
    const line = { ts: isoTime(entry.ts), role, ...origin, ...call, content };
    return [`${JSON.stringify(redactJson(line, redact))}\n`];
  });
  return lines.join("");
}

function requestOf({ turn, items, usage }: ExportTurn): object {
  const replies = items.filter((item) => item.kind === "reply");
  const asked = items.find((item) => item.kind === "user");
  return {
    turn,
    at: isoTime(asked?.ts ?? items[0]?.ts ?? 0),
    user: joined(items, "user"),
    answer: replies.at(-1)?.text ?? "",
    status: replies.at(-1)?.status ?? "pending",
    items: items.flatMap((item) => itemOf(item)),
    usage: usage === null ? null : usageOf(usage, usage.costUsd),
  };
}

function joined(items: readonly ExportItem[], kind: "user"): string {
  return items.flatMap((item) => (item.kind === kind ? [item.text] : [])).join("\n\n");
}

function itemOf(item: ExportItem): readonly object[] {
  const at = isoTime(item.ts);
  switch (item.kind) {
    case "user":
      return [{ kind: "user", at, text: item.text, images: item.images }];
    case "reply": {
      const { model, text, status, thinking } = item;
      return [{ kind: "reply", at, model, status, text, ...(thinking === "" ? {} : { thinking }) }];
    }
    case "note":
      return [{ kind: "note", at, label: item.label, text: item.text }];
    case "tool":
      return [{ kind: "tool", at, callId: item.callId }];
  }
}

function traceOf(turn: number, call: ExportedCall): object {
  const { callId, tool, summary, ok, ending, durationMs, args, output, artifactId } = call;
  return {
    turn,
    at: isoTime(call.ts),
    callId,
    tool,
    summary,
    ok,
    ending,
    durationMs,
    ...(args === null ? {} : { args }),
    ...(output === null ? {} : { output }),
    ...(artifactId === null ? {} : { artifactId }),
  };
}

function usageOf(spent: Spent, costUsd: number | null): object {
  const { requests, input, output, cacheRead, cacheWrite, reasoning, inputUsd, outputUsd } = spent;
  const tokens = { requests, input, output, cacheRead, cacheWrite, reasoning };
  return { ...tokens, costUsd, inputUsd, outputUsd, durationMs: spent.durationMs };
}

function artifactsOf({ turns }: ExportView): object {
  const calls = turns.flatMap(({ items }) => items.filter((item) => item.kind === "tool"));
  const found = calls.flatMap(({ artifactId, artifact }) =>
    artifact === null ? [] : [{ id: artifactId, ...artifact }],
  );
  return found.length === 0 ? {} : { artifacts: found };
}
