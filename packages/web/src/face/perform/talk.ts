import { readPrompt } from "@squire/client";
import { userParts } from "@squire/protocol/values";
import type { CommandInfo, Picker } from "@squire/protocol";
import { lastAnswer } from "../last-answer.ts";
import type { FaceTools, Performers } from "../tools.ts";
import { composeAgain } from "./compose-again.ts";

/** Talking to the session. */
export const talkPerformers: Performers<"send" | "abort" | "retry" | "queue.remove"> = {
  send: async ({ text, later }, tools) => {
    const { client, session, set } = tools;
    if (text.trim() === "") return;
    const prompt = readPrompt(text);
    set({ draft: "" });
    try {
      switch (prompt.type) {
        case "message": {
          const delivery = later ? ({ delivery: "follow_up" } as const) : {};
          const message = prompt.text.trim();
          await client().call("chat.send", { sessionKey: await session(), message, ...delivery });
          return;
        }
        case "shell": {
          const { command, private: isPrivate } = prompt;
          const sessionKey = await session();
          await client().call("shell.run", { sessionKey, command, private: isPrivate });
          return;
        }
        case "note":
          await client().call("note.add", {
            sessionKey: await session(),
            text: prompt.text,
            ...(prompt.scope === undefined ? {} : { scope: prompt.scope }),
          });
          return;
        case "command":
          await runCommand(prompt.name.toLowerCase(), prompt.args, tools);
      }
    } catch (error) {
      // What could not be sent is not lost.
      if (tools.state().draft === "") set({ draft: text });
      throw error;
    }
  },
  abort: async (_, { client, session }) => {
    await client().call("chat.abort", { sessionKey: await session() });
  },
  retry: async (_, { client, session }) => {
    await client().call("chat.retry", { sessionKey: await session() });
  },
  "queue.remove": async ({ queueId }, tools) => {
    const { client, session, state, say } = tools;
    // It leaves the view when it is taken back.
    const waiting = state().view?.queue.find((one) => one.queueId === queueId);
    const { ok } = await client().call("queue.remove", { sessionKey: await session(), queueId });
    if (!ok || waiting === undefined) {
      return say({ level: "info", text: "It was sent meanwhile." });
    }
    const { content } = waiting.message;
    composeAgain({ compose: userParts(content).words, composeImages: content }, tools);
  },
};

async function runCommand(name: string, args: string, tools: FaceTools): Promise<void> {
  const { client, session, set, state, say, go } = tools;
  const known = state().commands.find((one) => one.name === name || one.aliases.includes(name));
  if (known?.where === "face") return faceCommand(known, args, tools);
  if (known?.opens !== undefined && args.trim() === "") return openPicker(known.opens, tools);
  const key = known?.needsSession === false ? {} : { sessionKey: await session() };
  const done = await client().call("command.run", { ...key, name, args });
  if (done.sessionKey !== undefined) go({ page: "chat", sessionKey: done.sessionKey });
  composeAgain(done, tools);
  if (done.opens !== undefined) await openPicker(done.opens, tools);
  if (done.text.trim() === "") return;
  if (done.text.includes("\n")) {
    set({ dialog: { type: "text", title: `/${name}`, text: done.text } });
  } else say({ level: "info", text: done.text });
}

async function faceCommand({ name }: CommandInfo, args: string, tools: FaceTools): Promise<void> {
  const { set, state, say, perform } = tools;
  switch (name) {
    case "help":
      return set({ dialog: { type: "help" } });
    case "copy": {
      const text = lastAnswer(state());
      return text === null
        ? say({ level: "info", text: "There is no answer yet." })
        : perform({ type: "copy", text });
    }
    case "theme": {
      const theme = (["auto", "light", "dark"] as const).find((one) => one === args.trim());
      const next = theme ?? (state().theme === "dark" ? "light" : "dark");
      return perform({ type: "theme", theme: next });
    }
    case "queue": {
      const last = state().view?.queue.at(-1);
      if (last === undefined) return say({ level: "info", text: "No message waits." });
      return perform({ type: "queue.remove", queueId: last.queueId });
    }
    default:
      return say({ level: "info", text: `/${name} is for other faces.` });
  }
}

/** A list that a command needs is a part of this page, or a dialog. */
async function openPicker(picker: Picker, { perform }: FaceTools): Promise<void> {
  switch (picker) {
    case "sessions":
      return perform({ type: "pick", what: "session" });
    case "models":
      return perform({ type: "pick", what: "model" });
    case "modes":
      return perform({ type: "pick", what: "mode" });
    case "trusts":
      return perform({ type: "pick", what: "trust" });
    case "thinking":
      return perform({ type: "pick", what: "thinking" });
    case "rewind":
    case "tree":
      return perform({ type: "panel", tab: "tree" });
    case "jobs":
      return perform({ type: "panel", tab: "work" });
    case "settings":
    case "setup":
      return perform({ type: "go", route: { page: "settings" } });
  }
}
