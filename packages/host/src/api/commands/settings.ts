import { parseValueText } from "../../settings/toml-literal.ts";
import { faceCommand, hostCommand, stateOf } from "./command.ts";
import type { Command, FaceCommand } from "./command.ts";
import { code, list } from "./words.ts";

/** The folder and the settings. */
export const settingCommands: readonly Command[] = [
  hostCommand(
    {
      name: "cwd",
      args: "[folder]",
      description: "Work in another folder",
      group: "files",
      whileRunning: false,
    },
    async (scene) => {
      const { args, call, sessionKey } = scene;
      if (args === "") return { text: code((await stateOf(scene)).workplace.cwd) };
      const { cwd } = await call("cwd.set", { sessionKey, cwd: args });
      return { text: code(cwd) };
    },
  ),
  hostCommand(
    {
      name: "settings",
      args: "[key [value]]",
      description: "Look at settings, or change one in your file",
      group: "settings",
      needsSession: false,
      opens: "settings",
    },
    async ({ args, call }) => {
      const [key = "", ...rest] = args.split(/\s+/);
      const value = rest.join(" ");
      if (key === "") return { text: "", opens: "settings" };
      if (value === "") {
        const { settings } = await call("settings.get", { key });
        const lines = settings.map(({ key: name, value: now, origin, description }) => {
          return `${code(name)} = ${code(JSON.stringify(now))} (${origin}): ${description}`;
        });
        return { text: list(lines, "") };
      }
      await call("settings.set", { key, value, typed: true });
      const shown = JSON.stringify(parseValueText(value));
      return { text: `${code(key)} = ${code(shown)}, for sessions opened from now on.` };
    },
  ),
  hostCommand(
    {
      name: "web",
      description: "Go on with this session in a browser as well",
      group: "session",
      needsSession: false,
    },
    async ({ call, sessionKey }) => {
      const session = sessionKey === "" ? {} : { sessionKey };
      const { url, pageUrl, opened } = await call("gateway.share", { open: true, ...session });
      if (opened) return { text: `Opened in the browser: ${code(url)}. Both faces show the same.` };
      return { text: `Open this in a browser, once: ${code(pageUrl)}` };
    },
  ),
  hostCommand(
    {
      name: "setup",
      description: "Keys and model servers that were found",
      group: "settings",
      needsSession: false,
      opens: "setup",
    },
    async ({ call }) => {
      const { keys, servers, model } = await call("setup.get", { probe: true });
      const lines = [
        `model: ${model ?? "none"}`,
        ...keys.map(({ provider, variable }) => `${provider}: key in ${code(variable)}`),
        ...servers.map(({ provider, url }) => `${provider}: server at ${code(url)}`),
      ];
      return { text: list(lines, ""), opens: "setup" };
    },
  ),
];

/** What a screen does by itself; here so that all of them offer the same. */
export const faceCommands: readonly FaceCommand[] = [
  faceCommand({ name: "help", description: "Commands and keys", group: "screen" }),
  faceCommand({ name: "clear", description: "Clear the screen", group: "screen" }),
  faceCommand({ name: "copy", description: "Copy the last answer", group: "screen" }),
  faceCommand({ name: "theme", args: "[name]", description: "Colours", group: "screen" }),
  faceCommand({ name: "expand", description: "Open or close tool output", group: "screen" }),
  faceCommand({ name: "thoughts", description: "Show or hide thinking", group: "screen" }),
  faceCommand({ name: "editor", description: "Write in your editor", group: "screen" }),
  faceCommand({
    name: "queue",
    description: "Change or take back messages that wait",
    group: "screen",
  }),
  faceCommand({ name: "suspend", description: "Back to the shell; fg returns", group: "screen" }),
  faceCommand({
    name: "quit",
    aliases: ["exit"],
    description: "End; the session stays",
    group: "screen",
  }),
];
