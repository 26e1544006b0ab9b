import type { Picker, UserFailure } from "@squire/protocol";
import { HostError, userParts } from "@squire/protocol/values";
import { editOutside } from "../../composer/external-editor.ts";
import { failureLines, textLines } from "../items/item-lines.ts";
import type { Effect } from "../state/app-state.ts";
import { commandEffect } from "../state/submit.ts";
import { helpText } from "./help-text.ts";
import { EMPTY_LISTS, loadPicker } from "./load-picker.ts";
import { pick } from "./pick.ts";
import type { EffectPorts } from "./ports.ts";
import { attachImage, composeAgain, composeSaid, messageOf } from "./send-images.ts";

/** Carries out a wish. Whatever goes wrong is said on the screen; it never rejects. */
export async function perform(effect: Effect, ports: EffectPorts): Promise<void> {
  try {
    const next = await carryOut(effect, ports);
    if (next !== null) await perform(next, ports);
  } catch (error) {
    const failure = failureOf(error);
    ports.print([[], ...failureLines(failure, ports.itemContext())]);
    // What was typed is not lost; what was typed since is not touched.
    const isLost = effect.type === "send" && ports.state().composer.text === "";
    if (isLost) ports.dispatch({ ...effect, type: "compose" });
  }
}

function failureOf(error: unknown): UserFailure {
  if (error instanceof HostError) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return { code: "internal", message, retryable: false };
}

async function carryOut(effect: Effect, ports: EffectPorts): Promise<Effect | null> {
  switch (effect.type) {
    case "exit":
      ports.exit();
      return null;
    case "suspend":
      await ports.suspend();
      return null;
    case "editor": {
      const composer = await editOutside(ports.state().composer, ports.edit);
      ports.dispatch({ type: "edited", composer });
      return null;
    }
    case "queue":
      return openQueue(ports);
    case "clear":
      ports.clear();
      return null;
    case "copy":
      return copyAnswer(ports);
    case "theme":
      return { type: "say", text: await ports.setTheme(effect.name) };
    case "help":
      return { type: "say", text: helpText(ports.state()) };
    case "attach":
      await attachImage(effect, ports);
      return null;
    case "mark":
      ports.dispatch({ type: "attach", images: effect.images });
      return null;
    case "unfold":
      unfold(ports);
      return null;
    case "act":
      ports.dispatch({ type: "act", action: effect.action });
      return null;
    case "say":
      ports.print([[], ...textLines(effect.text, ports.itemContext())]);
      return null;
    case "notify":
      ports.notify(effect.title, effect.body);
      return null;
    default:
      return callHost(effect, ports);
  }
}

type FaceEffect =
  | "exit"
  | "suspend"
  | "editor"
  | "copy"
  | "clear"
  | "queue"
  | "theme"
  | "help"
  | "attach"
  | "mark"
  | "unfold"
  | "act"
  | "say"
  | "notify";
type HostEffect = Exclude<Effect, { type: FaceEffect }>;

async function callHost(effect: HostEffect, ports: EffectPorts): Promise<Effect | null> {
  const { client } = ports;
  await ports.ready();
  if (effect.type === "typed-command")
    return commandEffect(ports.state(), effect.name, effect.args);
  if (effect.type === "command") return runCommand(effect, ports);
  if (effect.type === "open") return open(effect.picker, ports);
  if (effect.type === "pick") return pick(effect, ports);
  const sessionKey = await ports.sessionKey();
  switch (effect.type) {
    case "send": {
      const message = await messageOf(effect, ports);
      if (message === null) return null;
      const delivery = effect.later ? ({ delivery: "follow_up" } as const) : {};
      await client.call("chat.send", { sessionKey, message, ...delivery });
      ports.images.forget(effect.images?.map(({ key }) => key) ?? []);
      return null;
    }
    case "shell":
      if (effect.command !== "") {
        await client.call("shell.run", {
          sessionKey,
          command: effect.command,
          private: effect.private,
        });
      }
      return null;
    case "note":
      await client.call("note.add", {
        sessionKey,
        text: effect.text,
        ...(effect.scope === undefined ? {} : { scope: effect.scope }),
      });
      return null;
    case "abort":
      await client.call("chat.abort", { sessionKey });
      return null;
    case "unqueue":
      return takeBack(effect.queueId, ports);
    case "files": {
      const { items } = await client.call("files.complete", { sessionKey, query: effect.query });
      const choices = items.map(({ path, folder }) => ({
        id: path,
        label: path,
        detail: folder ? "folder" : "",
      }));
      ports.dispatch({ type: "files", query: effect.query, items: choices });
      return null;
    }
    default:
      return setOrAnswer(effect, ports);
  }
}

type DialEffect = Extract<
  Effect,
  { type: "mode" | "trust" | "model" | "thinking" | "next-model" | "approve" | "deny" | "answer" }
>;

/** The dials of a session, and answers to what it asks. */
async function setOrAnswer(effect: DialEffect, ports: EffectPorts): Promise<Effect | null> {
  const { client } = ports;
  const sessionKey = await ports.sessionKey();
  switch (effect.type) {
    case "mode":
      await client.call("mode.set", { sessionKey, mode: effect.mode });
      return null;
    case "trust":
      if (effect.trust === "yolo" && !effect.confirmed) confirmYolo(ports);
      else
        await client.call("trust.set", {
          sessionKey,
          trust: effect.trust,
          confirmed: effect.confirmed,
        });
      return null;
    case "model":
      await client.call("models.set", { sessionKey, model: effect.model });
      return null;
    case "thinking":
      await client.call("models.set", { sessionKey, thinking: effect.level });
      return null;
    case "next-model":
      return nextModel(ports);
    case "approve":
      await client.call("exec.approve", { approvalId: effect.approvalId, scope: effect.scope });
      return null;
    case "deny": {
      const reason = effect.reason === null ? {} : { reason: effect.reason };
      await client.call("exec.deny", { approvalId: effect.approvalId, ...reason });
      return null;
    }
    case "answer": {
      const option = effect.optionId === null ? {} : { optionId: effect.optionId };
      const text = effect.text === null ? {} : { text: effect.text };
      await client.call("question.answer", { questionId: effect.questionId, ...option, ...text });
      return null;
    }
  }
}

async function open(kind: Picker, ports: EffectPorts): Promise<Effect | null> {
  const { client, sessionKey } = ports;
  const picker = await loadPicker(kind, {
    client,
    sessionKey,
    state: ports.state(),
    now: ports.now(),
  });
  const empty = picker.items.length === 0 ? EMPTY_LISTS[kind] : undefined;
  if (empty !== undefined) return { type: "say", text: empty };
  ports.dispatch({ type: "picker", picker });
  return null;
}

/** A message that waits comes back into the composer. */
async function takeBack(queueId: string, ports: EffectPorts): Promise<Effect | null> {
  const waiting = ports.state().view.queue.find((item) => item.queueId === queueId);
  const sessionKey = await ports.sessionKey();
  const { ok } = await ports.client.call("queue.remove", { sessionKey, queueId });
  if (!ok || waiting === undefined) return { type: "say", text: "It was sent meanwhile." };
  composeAgain(waiting.message.content, ports);
  return null;
}

async function runCommand(
  { name, args }: Extract<Effect, { type: "command" }>,
  ports: EffectPorts,
): Promise<Effect | null> {
  const known = ports.state().commands?.find((info) => info.name === name);
  const isFree = known?.needsSession === false;
  const sessionKey = isFree ? ports.openKey() : await ports.sessionKey();
  const here = sessionKey === null ? {} : { sessionKey };
  const result = await ports.client.call("command.run", { ...here, name, args });
  if (result.text !== "") ports.print([[], ...textLines(result.text, ports.itemContext())]);
  if (result.sessionKey !== undefined) ports.switchTo(result.sessionKey);
  composeSaid(result, ports);
  return result.opens === undefined ? null : { type: "open", picker: result.opens };
}

/** The next model that has a key, in the order of the list. */
async function nextModel(ports: EffectPorts): Promise<Effect | null> {
  const { models } = await ports.client.call("models.list", { available: true });
  const present = models.findIndex(({ id }) => id === ports.state().view.model);
  const next = models[(present + 1) % Math.max(1, models.length)];
  if (next === undefined || next.id === ports.state().view.model) {
    return { type: "say", text: "There is no other model. /setup adds one." };
  }
  return { type: "model", model: next.id };
}

function confirmYolo(ports: EffectPorts): void {
  const items = [
    { id: "no", label: "stay", detail: "as it is" },
    { id: "yes", label: "yolo", detail: "nothing is asked any more that no rule asks for" },
  ];
  const picker = {
    kind: "confirm-yolo",
    title: "trust everything?",
    items,
    index: 0,
    query: "",
    subject: "",
  } as const;
  ports.dispatch({ type: "picker", picker });
}

/** Messages that wait; the chosen one goes back into the composer. */
function openQueue(ports: EffectPorts): Effect | null {
  const items = ports.state().view.queue.map((item) => ({
    id: item.queueId,
    label: userParts(item.message.content).words,
    detail: item.delivery.replace("_", " "),
  }));
  if (items.length === 0) return { type: "say", text: "No message waits." };
  const picker = {
    kind: "queue",
    title: "take back",
    items,
    index: 0,
    query: "",
    subject: "",
  } as const;
  ports.dispatch({ type: "picker", picker });
  return null;
}

/** What still runs is opened in place; what is printed is printed once more, whole. */
function unfold(ports: EffectPorts): void {
  const { view, expanded } = ports.state();
  const isLive = view.live.some((item) => item.kind === "tool" || item.kind === "shell");
  if (isLive) ports.dispatch({ type: "expanded", expanded: !expanded });
  else if (!ports.unfold()) ports.dispatch({ type: "hint", text: "Nothing is folded." });
}

async function copyAnswer(ports: EffectPorts): Promise<Effect | null> {
  const text = ports.lastAnswer();
  if (text === null) return { type: "say", text: "There is no answer to copy yet." };
  const copied = await ports.copy(text);
  ports.dispatch({ type: "hint", text: copied ? "copied" : "no clipboard was reached" });
  return null;
}
