import { count, dollars, duration, plural, type Item } from "@squire/client";
import { assertNever } from "@squire/protocol/values";
import { html, nothing } from "lit";
import { factRow, failureRow } from "./item-parts.ts";

type BriefItem = Extract<
  Item,
  { kind: "retry" | "compaction" | "summary" | "answer" | "rewind" | "agent" | "turn" | "notice" }
>;

const REWOUND = { both: "files and talk", code: "files", conversation: "talk" } as const;

/** Things that are one sentence. */
export function briefRow(item: BriefItem): unknown {
  switch (item.kind) {
    case "notice":
      return factRow("●", item.level === "warning" ? "caution" : "faint", item.text);
    case "retry": {
      const wait = `attempt ${item.attempt}, after ${duration(item.waitMs)}`;
      return factRow("●", "caution", `${item.failure.message} · ${wait}`);
    }
    case "compaction": {
      if (item.failure !== null) return failureRow(item.failure);
      const after = item.tokensAfter === null ? "…" : count(item.tokensAfter);
      const text = `summarised: ${count(item.tokensBefore)} → ${after} tokens`;
      return factRow("●", "faint", item.summary === null ? text : `${text} · ${item.summary}`);
    }
    case "summary":
      if (item.failure !== null) return failureRow(item.failure);
      return factRow("●", "faint", `notes on the branch that was left: ${item.summary ?? "…"}`);
    case "answer":
      return factRow("▸", "accent", `${item.prompt} ${item.answer ?? "no answer"}`);
    case "rewind": {
      const turns = item.turns === 0 ? "" : ` by ${plural(item.turns, "turn")}`;
      const files = item.files.length === 0 ? "" : ` · ${plural(item.files.length, "file")}`;
      const text = item.undo
        ? `rewind undone${files}`
        : `took back ${REWOUND[item.what]}${turns}${files}`;
      return factRow("●", "caution", text);
    }
    case "agent": {
      const sign = item.running ? "…" : item.ok === true ? "✓" : "✗";
      const tone = item.running ? "faint" : item.ok === true ? "ok" : "danger";
      const took = item.durationMs === null ? `step ${item.step}` : duration(item.durationMs);
      return factRow(sign, tone, `agent ${item.task} · ${item.summary} · ${took}`);
    }
    case "turn":
      return turnRow(item);
    default:
      return assertNever(item);
  }
}

function turnRow(item: Extract<Item, { kind: "turn" }>): unknown {
  const parts = [
    item.end === "aborted" ? "stopped" : null,
    item.reason === "limit" ? "reached the step limit" : null,
    item.durationMs === null ? null : duration(item.durationMs),
    item.costUsd === null ? null : dollars(item.costUsd),
  ].filter((part) => part !== null);
  if (parts.length === 0) return nothing;
  return html`<div class="row turn-end faint number">${parts.join(" · ")}</div>`;
}
