import { defineTool, ToolError, ToolStop, type Tool } from "@squire/agent";
import type { Question } from "@squire/protocol";
import { z } from "zod";

const optionInput = z.object({
  id: z.string().optional(),
  title: z.string(),
  summary: z.string().optional(),
});

type Given = z.output<typeof optionInput>;
type Option = Question["options"][number];

export function askChoiceTool(): Tool {
  return defineTool({
    name: "ask_choice",
    description: "Let the user pick one of 2 to 6 options; ends the turn until they do.",
    effect: "ask",
    input: z.object({
      question: z.string().min(1),
      options: z.array(optionInput).min(1).max(12),
      allowCustom: z.boolean().optional(),
    }),

    run({ question, options, allowCustom = false }, { callId }): never {
      const asked: Question = {
        questionId: callId,
        callId,
        kind: "choice",
        prompt: question,
        options: cleanOptions(options),
        allowCustom,
      };
      throw new ToolStop("The user was asked.", asked);
    },

    toModel: () => "",
    summary: ({ question }) => `ask: ${question}`,
  });
}

const MOST = 6;

/** Without empty and repeated ones; each with an id of its own (PLAN-4). */
export function cleanOptions(given: readonly Given[]): readonly Option[] {
  const options: Option[] = [];
  for (const { id, title: raw, summary } of given) {
    const title = raw.trim();
    if (title === "" || options.some((other) => other.title === title)) continue;
    const wanted = id === undefined || id === "" ? `o${options.length + 1}` : id;
    const taken = options.some((other) => other.id === wanted);
    options.push({
      id: taken ? `${wanted}_${options.length + 1}` : wanted,
      title,
      ...(summary === undefined ? {} : { summary }),
    });
  }
  if (options.length < 2) {
    throw new ToolError("A choice needs at least two different options. Ask in words instead.");
  }
  return options.slice(0, MOST);
}
