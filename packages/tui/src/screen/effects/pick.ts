import { MODES, THINKING_LEVELS, TRUSTS } from "@squire/protocol/values";
import { textLines } from "../items/item-lines.ts";
import type { Choice, Effect, PickerState } from "../state/app-state.ts";
import type { EffectPorts } from "./ports.ts";
import { composeSaid } from "./send-images.ts";

type Picked = Extract<Effect, { type: "pick" }>;

/** What happens with a choice; gives a further wish where one follows. */
export async function pick(picked: Picked, ports: EffectPorts): Promise<Effect | null> {
  const { client } = ports;
  const { id } = picked.choice;
  switch (picked.kind) {
    case "sessions":
      ports.switchTo(id);
      return null;
    case "models":
    case "setup":
      return { type: "model", model: id };
    case "modes":
      return found(MODES, id, (mode) => ({ type: "mode", mode }));
    case "trusts":
      return found(TRUSTS, id, (trust) => ({ type: "trust", trust, confirmed: false }));
    case "thinking":
      return found(THINKING_LEVELS, id, (level) => ({ type: "thinking", level }));
    case "rewind":
      await previewRewind(Number(id), picked.choice, ports);
      return null;
    case "confirm-rewind":
      return applyRewind(picked, ports);
    case "confirm-yolo":
      return id === "yes" ? { type: "trust", trust: "yolo", confirmed: true } : null;
    case "tree": {
      const moved = await client.call("sessions.navigate", {
        sessionKey: await ports.sessionKey(),
        entryId: id,
      });
      composeSaid(moved, ports);
      return null;
    }
    case "jobs": {
      const { text } = await client.call("jobs.output", {
        sessionKey: await ports.sessionKey(),
        jobId: id,
      });
      return { type: "say", text: text === "" ? "The job has written nothing yet." : text };
    }
    case "queue":
      return { type: "unqueue", queueId: id };
    case "settings":
      ports.dispatch({ type: "compose", text: `/settings ${id} ` });
      return null;
  }
}

function found<T extends string>(
  all: readonly T[],
  id: string,
  effect: (value: T) => Effect,
): Effect | null {
  const value = all.find((one) => one === id);
  return value === undefined ? null : effect(value);
}

/** What would change is shown before anything does. */
async function previewRewind(turn: number, choice: Choice, ports: EffectPorts): Promise<void> {
  const to = { type: "turn", turn } as const;
  const effect = await ports.client.call("rewind.preview", {
    sessionKey: await ports.sessionKey(),
    to,
  });
  const list = [
    ...effect.files.map(({ path, text }) => `- ${path}: ${text}`),
    ...effect.conflicts.map(({ path, text }) => `- ⚠ ${path}: ${text}`),
    ...effect.obstacles.map(({ path, text }) => `- ✗ ${path}: ${text}`),
  ];
  const files = list.length === 0 ? "No file would change." : list.join("\n");
  ports.print([[], ...textLines(`Before “${choice.label}”:\n\n${files}`, ports.itemContext())]);
  const items = [
    { id: "cancel", label: "leave everything", detail: "" },
    { id: "both", label: "files and talk", detail: `${effect.turns.length} turns` },
    { id: "conversation", label: "talk only", detail: "files stay as they are" },
    { id: "code", label: "files only", detail: "what was said stays" },
  ];
  const picker: PickerState = {
    kind: "confirm-rewind",
    title: "take back",
    items,
    index: 0,
    query: "",
    subject: String(turn),
  };
  ports.dispatch({ type: "picker", picker });
}

async function applyRewind(
  { choice, subject }: Picked,
  ports: EffectPorts,
): Promise<Effect | null> {
  const what = (["both", "conversation", "code"] as const).find((one) => one === choice.id);
  if (what === undefined) return null;
  const done = await ports.client.call("rewind.apply", {
    sessionKey: await ports.sessionKey(),
    to: { type: "turn", turn: Number(subject) },
    what,
    // The preview with its conflicts was read before this was chosen.
    confirmed: true,
  });
  composeSaid(done, ports);
  return done.done ? null : { type: "say", text: "Nothing was taken back." };
}
