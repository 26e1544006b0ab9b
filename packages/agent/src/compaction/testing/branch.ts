import type {
  AssistantContent,
  Entry,
  EntryDraft,
  JsonObject,
  Plan,
  TodoItem,
  Usage,
} from "@squire/protocol";
import { userText } from "@squire/protocol";
import * as fc from "fast-check";

const HASH = "0".repeat(64);
const origin = { provider: "mock", wire: "scripted", model: "test-1" };

/** A branch under construction: entries as a log would have stamped them. */
export class Branch {
  readonly entries: Entry[] = [];
  #calls = 0;

  add(draft: EntryDraft): Entry {
    const number = this.entries.length + 1;
    const parentId = this.entries.at(-1)?.id ?? null;
    const stamp = { id: `e${number}`, parentId, ts: number, prev: HASH, h: HASH };
    // A draft and its stamp are an entry.
    const entry = { ...draft, ...stamp } as Entry;
    this.entries.push(entry);
    return entry;
  }

  user(text: string, synthetic?: true): Entry {
    return this.add({
      type: "message",
      message: userText(text),
      status: "complete",
      ...(synthetic === undefined ? {} : { synthetic }),
    });
  }

  say(text: string, usage?: Usage): Entry {
    return this.reply([{ type: "text", text }], usage);
  }

  reply(content: readonly AssistantContent[], usage?: Usage): Entry {
    return this.add({
      type: "message",
      message: { role: "assistant", content, origin },
      status: "complete",
      ...(usage === undefined ? {} : { usage }),
    });
  }

  /** A reply with calls; answer them with `outcome`. */
  call(...calls: readonly (readonly [name: string, args: JsonObject])[]): readonly string[] {
    const blocks = calls.map(([name, args]) => ({
      type: "call" as const,
      id: `c${++this.#calls}`,
      name,
      argsText: JSON.stringify(args),
    }));
    this.reply(blocks);
    return blocks.map(({ id }) => id);
  }

  outcome(
    callId: string,
    text: string,
    {
      name = "bash",
      failed = false,
      artifactId,
    }: { name?: string; failed?: boolean; artifactId?: string } = {},
  ): Entry {
    return this.add({
      type: "tool_result",
      outcome: { role: "tool", callId, name, content: [{ type: "text", text }], failed },
      details: {
        isError: failed,
        ending: "ran",
        truncated: false,
        durationMs: 1,
        ...(artifactId === undefined ? {} : { artifactId }),
      },
    });
  }

  /** One call and its outcome. */
  ran(name: string, args: JsonObject, text: string, failed = false): Entry {
    const [id = ""] = this.call([name, args]);
    return this.outcome(id, text, { name, failed });
  }

  note(text: string): Entry {
    const content = [{ type: "text", text } as const];
    return this.add({ type: "custom_message", customType: "note", content, display: true });
  }

  todo(...items: readonly TodoItem[]): Entry {
    return this.add({ type: "todo", items });
  }

  plan(plan: Plan, change: Entry<"plan">["change"] = "approved"): Entry {
    return this.add({ type: "plan", change, plan });
  }
}

/** About so many estimated tokens of text. */
export function words(tokens: number): string {
  return "word ".repeat(tokens * 0.86);
}

type Move = "user" | "say" | "step" | "steps" | "note" | "meta" | "bash" | "reminder" | "lost";

const moves = fc.array(
  fc.tuple(
    fc.constantFrom<Move>(
      "user",
      "say",
      "step",
      "step",
      "steps",
      "note",
      "meta",
      "bash",
      "reminder",
      "lost",
    ),
    fc.integer({ min: 1, max: 3_000 }),
    fc.nat(3),
  ),
  { maxLength: 40 },
);

/** Branches of all shapes: notes between a call and its outcome, calls without outcome, odd ends. */
export const anyBranch: fc.Arbitrary<Branch> = moves.map((list) => {
  const branch = new Branch();
  for (const [move, tokens, extra] of list) play(branch, move, tokens, extra);
  return branch;
});

export function play(branch: Branch, move: Move, tokens: number, extra: number): void {
  switch (move) {
    case "user":
      branch.user(`request ${branch.entries.length} ${words(tokens / 10)}`);
      return;
    case "say":
      branch.say(words(tokens / 5));
      return;
    case "step":
      branch.ran("bash", { command: `run ${tokens}` }, words(tokens));
      return;
    case "steps": {
      const ids = branch.call(["read", { path: `f${tokens}` }], ["bash", { command: "x" }]);
      if (extra > 0) branch.add({ type: "context", topic: "git", text: words(20) });
      if (extra > 2) branch.note("an extension speaks");
      for (const id of extra > 1 ? ids.toReversed() : ids) branch.outcome(id, words(tokens));
      return;
    }
    case "note":
      branch.add({ type: "context", topic: "git", text: words(tokens / 20) });
      return;
    case "meta":
      branch.add({ type: "mode_change", mode: "code" });
      return;
    case "bash":
      branch.add({
        type: "user_bash",
        command: "ls",
        cwd: "/tmp",
        output: words(tokens / 10),
        exitCode: 0,
        private: extra === 0,
        truncated: false,
        durationMs: 1,
      });
      return;
    case "reminder":
      branch.user("[Go on.]", true);
      return;
    case "lost":
      branch.call(["bash", { command: "lost" }]);
  }
}
