import { refuse } from "../failures.ts";
import { hostCommand } from "./command.ts";
import type { Command } from "./command.ts";
import { code, list } from "./words.ts";

/** The keys of providers. */
export const keyCommands: readonly Command[] = [
  hostCommand(
    {
      name: "login",
      args: "[provider key]",
      description: "Store the key of a provider; which have one",
      group: "settings",
    },
    async ({ args, call }) => {
      const [provider = "", key, ...rest] = args.split(/\s+/);
      if (provider === "") {
        const { keys } = await call("keys.list", {});
        const lines = keys.map(({ provider: name, origin, stored }) => {
          return `${name}: ${[origin ?? "none", ...stored].join(", ")}`;
        });
        return { text: list(lines, "No provider has a key. /login <provider> <key> stores one.") };
      }
      if (key === undefined || rest.length > 0) {
        return refuse(
          "invalid",
          `The key of ${provider} is missing.`,
          `Write /login ${provider} <key>, or run \`squire login ${provider}\`, which does not show it.`,
        );
      }
      const { masked, doubts } = await call("keys.set", { provider, key });
      return { text: [`stored ${code(masked)} for ${provider}`, ...doubts].join("\n\n") };
    },
  ),
  hostCommand(
    {
      name: "logout",
      args: "<provider>",
      description: "Forget what is stored for a provider",
      group: "settings",
    },
    async ({ args, call }) => {
      if (args === "") return refuse("invalid", "Of which provider?", "/login lists them.");
      const { removed } = await call("keys.remove", { provider: args });
      return { text: `removed ${removed} stored ${removed === 1 ? "key" : "keys"}` };
    },
  ),
];
