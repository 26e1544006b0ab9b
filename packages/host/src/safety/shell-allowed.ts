import type { RuleSource } from "@squire/safety";
import type { Layer } from "../settings/layer.ts";
import { valueAt } from "../settings/toml-value.ts";

/** The commands of `[projects."<root>"] shell_allowed` as rules, with their places (SH-3). */
export function shellAllowed(layers: readonly Layer[], root: string): readonly RuleSource[] {
  return layers.flatMap((layer) => {
    const path = ["projects", root, "shell_allowed"];
    // A checkout cannot let its own commands run.
    const list = layer.name === "project" ? undefined : valueAt(layer.values, path);
    if (!Array.isArray(list)) return [];
    return list.flatMap((item: unknown, at): RuleSource[] => {
      if (typeof item !== "string") return [];
      const origin = layer.originOf([...path, at]);
      return [{ verdict: "allow", text: commandRule(item), origin, scope: "user" }];
    });
  });
}

/** Its leading words, whatever stands between and behind them. */
export function commandRule(command: string): string {
  const words = command.trim().split(/\s+/).join(" ");
  return `bash(${words.replaceAll(/[*?\\]/g, "\\$&")} *)`;
}
