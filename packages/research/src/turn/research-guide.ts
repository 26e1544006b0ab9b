import type { GuidedStep, TurnGuide } from "@squire/agent";
import type { Clock } from "@squire/llm";
import type {
  AgentEvent,
  AssistantMessage,
  ModelFailure,
  Report,
  UserMessage,
} from "@squire/protocol";
import { textOf } from "@squire/protocol/values";
import { gatheringMs } from "../limits.ts";
import type { ResearchLimits } from "../limits.ts";
import type { Flaw } from "../report/flaw.ts";
import { draftFromNotes, makeReport } from "../report/make-report.ts";
import { renderMarkdown } from "../report/render-markdown.ts";
import { flawsIn } from "../report/settle-report.ts";
import { autoNotes } from "./auto-notes.ts";
import type { Notebook } from "./notebook.ts";
import { Phases } from "./phases.ts";
import { noteFirst, repairReport, searchMore, writeReport } from "./words.ts";

export type GuideInput = {
  readonly runId: string;
  readonly question: string;
  readonly notebook: Notebook;
  readonly limits: ResearchLimits;
  readonly clock: Clock;
  readonly emit: (event: AgentEvent) => void;
  /** The notes are there already and are only to be written up (RES-14). */
  readonly finishOnly: boolean;
  /** Called when the turn has begun, once. */
  readonly begin: () => void;
  /** What the model saw of pages is taken out of its view: it writes from notes (RES-15). */
  readonly hidePages: () => Promise<void>;
  /** Resolves when the log has the report and what it cites. */
  readonly record: (report: Report) => Promise<void>;
};

type Stage =
  | { readonly type: "gathering" }
  | { readonly type: "writing" }
  | { readonly type: "repairing"; readonly draft: string; readonly flaws: readonly Flaw[] }
  | { readonly type: "done" };

/** Once to write, once to mend, and twice more for a reply that was neither. */
const MOST_ASKED = 4;

const DRAFT_HEAD = "*Draft, still to be checked.*\n\n";

/** Leads a turn of research: gather notes, write from them, check, repair once, deliver (RES-2, RES-8). */
export class ResearchGuide implements TurnGuide {
  readonly #input: GuideInput;
  readonly #phases: Phases;
  readonly #startedAt: number;
  readonly #gathered = new AbortController();
  readonly #late = new AbortController();
  readonly #timers: readonly { cancel(): void }[];
  readonly #nudged = new Set<"search" | "note">();
  #stage: Stage = { type: "gathering" };
  #say: UserMessage | null = null;
  #partial: string | null = null;
  /** What the report cites, until it is told. */
  #cited: Report["citations"] = [];
  /** How often it was asked to write. */
  #asked = 0;
  /** The model cannot be asked any more. */
  #alone = false;

  constructor(input: GuideInput) {
    const { clock, limits, runId, emit, finishOnly } = input;
    this.#input = input;
    this.#startedAt = clock.now();
    this.#phases = new Phases(runId, emit);
    this.#timers = [
      clock.timer(gatheringMs(limits), () => this.#gathered.abort()),
      clock.timer(limits.timeMs, () => this.#late.abort()),
    ];
    if (finishOnly) this.#stage = { type: "writing" };
    this.#phases.enter(finishOnly ? "synthesizing" : "planning");
  }

  async next(step: number): Promise<GuidedStep> {
    if (step === 1) this.#input.begin();
    if (this.#stage.type === "gathering" && this.#gathered.signal.aborted) this.#outOfTime();
    switch (this.#stage.type) {
      case "gathering":
        return this.#gather();
      case "writing":
        return this.#write();
      case "repairing":
        return this.#repair(this.#stage);
      case "done":
        return { tools: false };
    }
  }

  async settle(message: AssistantMessage): Promise<AssistantMessage> {
    const text = textOf(message);
    switch (this.#stage.type) {
      case "gathering":
        return this.#answeredEarly(message, text);
      case "writing": {
        const flaws = flawsIn(text, this.#input.notebook.notes);
        if (flaws.length === 0) return said(message, await this.#deliver(text));
        this.#stage = { type: "repairing", draft: text, flaws };
        return said(message, DRAFT_HEAD + text);
      }
      case "repairing":
        return said(message, await this.#deliver(this.#better(this.#stage, text)));
      case "done":
        return message;
    }
  }

  goesOn(): boolean {
    this.#tellCited();
    return this.#stage.type !== "done";
  }

  failed({ message, kind }: ModelFailure): boolean {
    if (this.#input.notebook.notes.length === 0) return false;
    if (kind === "auth" || kind === "billing") return false;
    this.#partial ??= `The model failed before the report was whole: ${message}`;
    this.#alone = true;
    if (this.#stage.type === "gathering") this.#stage = { type: "writing" };
    return true;
  }

  wrapUp(cause: "steps" | "context" | "storm"): boolean {
    if (this.#stage.type !== "gathering") return true;
    this.#partial = `${LIMITS[cause]} It rests on ${this.#soFar()}.`;
    this.#stage = { type: "writing" };
    return true;
  }

  end(how: "finished" | "aborted" | "failed"): boolean {
    for (const timer of this.#timers) timer.cancel();
    this.#tellCited();
    this.#phases.leave(how === "finished" ? "complete" : "error");
    return how !== "finished" && this.#input.notebook.notes.length > 0;
  }

  /** Behind the words they are about. */
  #tellCited(): void {
    const { emit, runId } = this.#input;
    for (const citation of this.#cited) emit({ type: "citation.checked", runId, citation });
    this.#cited = [];
  }

  #gather(): GuidedStep {
    const { notebook, limits } = this.#input;
    const { searches, notes } = notebook;
    if (searches > 0) this.#phases.enter("researching");
    const part = Math.min(1, searches / limits.maxSearches);
    const count = `${searches} of up to ${limits.maxSearches} searches, ${notes.length} notes`;
    this.#phases.progress(Math.round(5 + 65 * part), searches === 0 ? "Planning" : count);
    const say = this.#say;
    this.#say = null;
    return { tools: true, signal: this.#gathered.signal, ...(say === null ? {} : { say }) };
  }

  async #write(): Promise<GuidedStep> {
    const { notebook, question, hidePages } = this.#input;
    this.#phases.enter("synthesizing");
    if (notebook.notes.length === 0) await this.#noteByItself();
    this.#phases.progress(75, `Writing from ${notebook.notes.length} notes`);
    if (notebook.notes.length === 0 || this.#isOver()) return { answer: await this.#fromNotes() };
    if (!this.#mayAsk()) return { answer: await this.#fromNotes() };
    await hidePages();
    const say = writeReport(question, notebook.notes);
    return { tools: false, signal: this.#late.signal, say };
  }

  async #repair({ draft, flaws }: Stage & { type: "repairing" }): Promise<GuidedStep> {
    if (this.#isOver() || !this.#mayAsk()) return { answer: await this.#deliver(draft) };
    this.#phases.progress(90, `Checking: ${flaws.length} sentences to mend`);
    return { tools: false, signal: this.#late.signal, say: repairReport(flaws) };
  }

  /** The model stopped searching: enough, too little, or a question to the user. */
  #answeredEarly(message: AssistantMessage, text: string): AssistantMessage {
    const { notebook, limits } = this.#input;
    const { searches, notes, sources } = notebook;
    const isQuestion = searches === 0 && notes.length === 0 && /\?\s*$/.test(text);
    if (isQuestion) this.#stage = { type: "done" };
    else if (searches < limits.minSearches && !this.#nudged.has("search")) {
      this.#nudged.add("search");
      this.#say = searchMore(limits, searches);
    } else if (searches === 0 && notes.length === 0) this.#stage = { type: "done" };
    else if (notes.length === 0 && sources.opened().length > 0 && !this.#nudged.has("note")) {
      this.#nudged.add("note");
      this.#say = noteFirst();
    } else this.#stage = { type: "writing" };
    const unread = this.#stage.type === "done" && !isQuestion;
    return unread ? said(message, `${text}\n\n${UNREAD}`) : message;
  }

  #outOfTime(): void {
    const seconds = Math.round((this.#input.clock.now() - this.#startedAt) / 1000);
    this.#partial = `The time for searching was over after ${seconds} s. It rests on ${this.#soFar()}.`;
    this.#stage = { type: "writing" };
  }

  #isOver(): boolean {
    if (!this.#late.signal.aborted) return this.#alone;
    const { limits } = this.#input;
    this.#partial ??= `The time limit of ${Math.round(limits.timeMs / 1000)} s was reached while it was written.`;
    return true;
  }

  /** A model that calls tools which are gone would go on so for ever. */
  #mayAsk(): boolean {
    if (this.#asked++ < MOST_ASKED) return true;
    this.#partial ??= "The model did not write a report.";
    return false;
  }

  #soFar(): string {
    const { searches, notes } = this.#input.notebook;
    return `${searches} ${searches === 1 ? "search" : "searches"} and ${notes.length} ${notes.length === 1 ? "note" : "notes"}`;
  }

  async #noteByItself(): Promise<void> {
    const { notebook, question } = this.#input;
    for (const note of autoNotes(question, notebook.sources.opened())) await notebook.note(note);
  }

  #fromNotes(): Promise<string> {
    return this.#deliver(draftFromNotes(this.#input.notebook.notes));
  }

  /** A second draft that lost what the first one had is no repair. */
  #better({ draft, flaws }: Stage & { type: "repairing" }, again: string): string {
    const { notes } = this.#input.notebook;
    const report = (text: string) => makeReport({ ...this.#about(), draft: text, notes });
    if (report(again).citations.length === 0 && report(draft).citations.length > 0) return draft;
    return flawsIn(again, notes).length <= flaws.length ? again : draft;
  }

  #about() {
    const { question, notebook } = this.#input;
    return { question, searches: notebook.searches, partial: this.#partial };
  }

  async #deliver(draft: string): Promise<string> {
    const { notebook, record } = this.#input;
    const report = makeReport({ ...this.#about(), draft, notes: notebook.notes });
    await record(report);
    this.#cited = report.citations;
    this.#stage = { type: "done" };
    this.#phases.progress(100, `Done: ${report.citations.length} citations`);
    return renderMarkdown(report);
  }
}

const LIMITS = {
  steps: "The limit of steps for this turn was reached.",
  context: "The context window was nearly full.",
  storm: "The model repeated the same calls without any progress.",
} as const;

const UNREAD = "*No source was opened for this answer.*";

/** Thinking that led to other words is not kept with these. */
function said({ role, origin }: AssistantMessage, text: string): AssistantMessage {
  return { role, origin, content: [{ type: "text", text }] };
}
