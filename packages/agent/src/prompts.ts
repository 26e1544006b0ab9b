import baseChat from "../prompts/base-chat.md" with { type: "text" };
import baseCode from "../prompts/base-code.md" with { type: "text" };
import baseResearch from "../prompts/base-research.md" with { type: "text" };
import modePlan from "../prompts/mode-plan.md" with { type: "text" };
import modePlanResearch from "../prompts/mode-plan-research.md" with { type: "text" };
import modeResearch from "../prompts/mode-research.md" with { type: "text" };
import summaryFirst from "../prompts/summary-first.md" with { type: "text" };
import summaryShort from "../prompts/summary-short.md" with { type: "text" };
import summarySystem from "../prompts/summary-system.md" with { type: "text" };
import summaryTurn from "../prompts/summary-turn.md" with { type: "text" };
import summaryUpdate from "../prompts/summary-update.md" with { type: "text" };
import title from "../prompts/title.md" with { type: "text" };

/** The prompts of this package, embedded. Each file is one prompt. */
export const PROMPTS = {
  baseChat,
  baseCode,
  baseResearch,
  modePlan,
  modePlanResearch,
  modeResearch,
  summaryFirst,
  summaryShort,
  summarySystem,
  summaryTurn,
  summaryUpdate,
  title,
} as const;
