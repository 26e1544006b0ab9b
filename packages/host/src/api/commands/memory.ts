import { refuse } from "../failures.ts";
import { hostCommand } from "./command.ts";
import type { Command, CommandScene } from "./command.ts";
import { enqueue, learnedLines, stillLearned } from "./learned-lines.ts";
import { ruleLines } from "./rule-lines.ts";
import { count, list } from "./words.ts";

/** What is remembered (MEM-11). */
export const memoryCommands: readonly Command[] = [
  hostCommand(
    {
      name: "memory",
      args: "[view|search words|forget name|clear|reset|enqueue|rebuild]",
      description: "What is remembered between sessions",
      group: "look",
      needsSession: false,
    },
    (scene) => {
      const [word = "", ...rest] = scene.args.split(/\s+/);
      return run(scene, word, rest.join(" "));
    },
  ),
];

async function run(
  scene: CommandScene,
  word: string,
  rest: string,
): Promise<{ readonly text: string }> {
  const { call } = scene;
  switch (word) {
    case "":
    case "view":
      return { text: `${await view(call)}${await ruleLines(scene)}${await learnedLines(call)}` };
    case "search": {
      if (rest === "")
        return refuse("invalid", "Say what to look for.", "Write /memory search retry limits.");
      const { hits } = await call("memory.search", { query: rest });
      const lines = hits.map(
        ({ text, source, at, untrusted }) =>
          `${source}${at === undefined ? "" : `, ${at}`}${untrusted === true ? ", with text from outside" : ""}: ${text.slice(0, 200)}`,
      );
      return { text: list(lines, "Nothing in memory speaks of this.") };
    }
    case "forget": {
      for (const scope of ["project", "global"] as const) {
        if ((await call("memory.forget", { scope, name: rest })).ok)
          return { text: `forgot ${rest}` };
      }
      return refuse("not_found", `There is no note "${rest}".`, "/memory shows the notes.");
    }
    case "clear":
    case "reset": {
      const method = word === "clear" ? "memory.clear" : "memory.reset";
      const { notes, sources } = await call(method, {});
      const learned =
        word === "clear" ? await stillLearned(call) : "; what past sessions taught is gone";
      return {
        text: `forgot ${counted(notes, "note")} of this project, and ${counted(sources, "source")} of its index${learned}`,
      };
    }
    case "enqueue":
      return { text: await enqueue(call) };
    case "rebuild": {
      const { sources } = await call("memory.rebuild", {});
      return { text: `${counted(sources, "source")} ${sources === 1 ? "is" : "are"} indexed` };
    }
    default:
      return refuse(
        "invalid",
        `/memory does not know "${word}".`,
        "Use view, search, forget, clear, reset, enqueue or rebuild.",
      );
  }
}

async function view(call: CommandScene["call"]): Promise<string> {
  const { enabled, notes, pieces, waiting } = await call("memory.list", {});
  if (!enabled) return "Memory is switched off.";
  const lines = notes.map(({ name, scope, description, stale, source, supersededBy }) => {
    const from = source === undefined ? "" : `; from ${source}`;
    const newer = supersededBy === undefined ? "" : ` SUPERSEDED by ${supersededBy}`;
    const mark = stale ? " STALE, not in the prompt" : newer;
    return `${name} (${scope}${from})${mark}: ${description}`;
  });
  const indexed = `${counted(pieces, "piece")} indexed${waiting === 0 ? "" : `, ${count(waiting)} without a vector yet`}`;
  return `${list(lines, "No notes yet; # and your words keep one.")}\n\n${indexed}`;
}

function counted(number: number, one: string): string {
  return `${count(number)} ${number === 1 ? one : `${one}s`}`;
}
