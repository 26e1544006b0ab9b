import repair from "../prompts/repair.md" with { type: "text" };
import report from "../prompts/report.md" with { type: "text" };

/** The prompts of this package, embedded. Each file is one prompt. */
export const PROMPTS = { repair, report } as const;
