import type { MethodResult } from "@squire/protocol";
import { refuse } from "../failures.ts";
import { hostCommand } from "./command.ts";
import type { Command, CommandScene } from "./command.ts";
import { count } from "./words.ts";

/** The index of the workspace (SRCH-10). */
export const codeIndexCommands: readonly Command[] = [
  hostCommand(
    {
      name: "index",
      args: "[status|clear]",
      description: "Make the files here searchable by meaning",
      group: "look",
      needsSession: false,
    },
    (scene) => run(scene, scene.args.trim()),
  ),
];

async function run({ call }: CommandScene, word: string): Promise<{ readonly text: string }> {
  switch (word) {
    case "": {
      const { changed, removed, ...figures } = await call("index.update", {});
      const news = `${count(changed)} new or changed, ${count(removed)} gone`;
      return { text: `${figuresText(figures)}; ${news}` };
    }
    case "status": {
      const figures = await call("index.status", {});
      if (!figures.ready) return { text: "There is no index of this folder; /index makes one." };
      return { text: figuresText(figures) };
    }
    case "clear": {
      const { ok } = await call("index.clear", {});
      return { text: ok ? "the index of this folder is gone" : "there was no index" };
    }
    default:
      return refuse("invalid", `/index does not know "${word}".`, "Use status or clear.");
  }
}

function figuresText({ files, pieces, waiting }: MethodResult<"index.status">): string {
  const later = waiting === 0 ? "" : `, ${count(waiting)} without a vector yet`;
  return `${count(files)} files in ${count(pieces)} pieces${later}`;
}
