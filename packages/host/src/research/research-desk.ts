import type { MakeGuide } from "@squire/agent";
import { systemClock } from "@squire/platform";
import type { Mode, Report } from "@squire/protocol";
import { textOf } from "@squire/protocol/values";
import type { ResearchTools } from "./research-tools.ts";
import { isOffered } from "./mode-tools.ts";
import { questionOf } from "./plans-research.ts";
import type { ResearchParts, ResearchWish } from "./research-parts.ts";

/** Research in a session. Loads nothing until the mode asks for it. */
export class ResearchDesk {
  readonly #parts: ResearchParts;
  #wish: ResearchWish;
  #tools: ResearchTools | null = null;
  #report: Report | null = null;
  #finishOnly = false;

  constructor(parts: Omit<ResearchParts, "wish">, wish: ResearchWish) {
    this.#wish = wish;
    this.#parts = { ...parts, wish: () => this.#wish };
  }

  get wish(): ResearchWish {
    return this.#wish;
  }

  /** For the questions that come; documents that were named stay the ones to look in. */
  setWish(wish: ResearchWish): void {
    const { corpus } = this.#wish;
    this.#wish = { ...(corpus === undefined ? {} : { corpus }), ...wish };
  }

  /** The report of the last turn of research; null when it gave none. */
  get report(): Report | null {
    return this.#report;
  }

  get tools(): ResearchTools | null {
    return this.#tools;
  }

  /** To be awaited before a turn of this mode begins. */
  async enter(mode: Mode): Promise<void> {
    const { registry } = this.#parts;
    const sources = this.#wish.sources ?? "all";
    if (mode === "research" && this.#tools === null) {
      const { ResearchTools: Opened } = await import("./research-tools.ts");
      this.#tools = new Opened(this.#parts);
      await this.#tools.restore();
    }
    registry.setOffered((name) => isOffered(name, mode, sources));
  }

  /** The next turn writes up what an earlier one has found (RES-14). Gives its question; null: nothing is open. */
  async resume(): Promise<string | null> {
    await this.enter("research");
    const question = (await this.#tools?.restore()) ?? null;
    this.#finishOnly = question !== null;
    return question;
  }

  readonly guide: MakeGuide = ({ runId, mode, messages }) => {
    const tools = this.#tools;
    if (mode !== "research" || tools === null) return null;
    this.#report = null;
    const finishOnly = this.#finishOnly;
    this.#finishOnly = false;
    if (!finishOnly) tools.notebook.begin();
    const { session, emit } = this.#parts;
    return tools.guide({
      runId,
      question: finishOnly ? tools.question : questionOf(messages.map(textOf).join("\n")),
      finishOnly,
      begin: () => tools.allowSearching(),
      clock: systemClock,
      emit,
      record: async (report) => {
        for (const citation of report.citations)
          await session.append({ type: "citation", ...citation });
        await session.append({ type: "report", runId, ...report });
        this.#report = report;
      },
    });
  };
}
