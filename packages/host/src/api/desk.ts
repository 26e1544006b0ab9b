import { systemClock } from "@squire/platform";
import type {
  AgentEvent,
  KeptEvent,
  PresenceClient,
  SessionState,
  Workplace,
} from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { approvalTimes } from "../approvals/approval-times.ts";
import { Approvals } from "../approvals/approvals.ts";
import type { Host } from "../open.ts";
import { usageRecorder } from "../session/ledger.ts";
import { openLiveSession } from "../session/live-session.ts";
import type { LiveSession } from "../session/live-session.ts";
import type { DeskInput } from "./desk-input.ts";
import { stateOf } from "./desk-state.ts";
import { EventFeed } from "./event-feed.ts";
import { refuse } from "./failures.ts";
import { gitBranch } from "./git-branch.ts";
import { jobsOf } from "./jobs-of.ts";
import { keptPage } from "./kept-page.ts";
import { Presence } from "./presence.ts";
import { openQuestion, questionIn, Questions } from "./questions.ts";
import { Spending } from "./spending.ts";
import { TurnTail } from "./turn-tail.ts";
import { Works } from "./works.ts";

/** One session that this host has open: its agent, its events, and what waits for an answer. */
export class SessionDesk {
  readonly host: Host;
  readonly session: OpenSession;
  readonly feed: EventFeed;
  readonly approvals: Approvals;
  readonly questions = new Questions();
  readonly presence: Presence;
  /** What the user has pointed at, the newest last. */
  readonly recentPaths = new Set<string>();
  /** The user has said that everything may happen unasked (PERM-9). */
  yoloConfirmed = false;
  /** Ends the command that the user runs by hand. */
  userShell: AbortController | null = null;
  readonly #input: DeskInput;
  readonly #tail = new TurnTail();
  #live: LiveSession | null = null;
  #workplace: Workplace;
  /** The leaf when nothing was going on; what came after it is in the tail. */
  #base: string | null = null;
  #runId: string | null = null;
  #lastRunId = "";
  readonly #spending: Spending;
  #asked: AgentEvent<"question.asked">["question"] | null = null;
  #recordUsage: () => Promise<void>;
  /** Operations of the API that are under way. */
  readonly #works = new Works();
  #wasWatched = false;
  #closing: Promise<void> | null = null;
  readonly #over = new AbortController();

  static async open(input: DeskInput): Promise<SessionDesk> {
    const desk = new SessionDesk(input);
    await desk.#open();
    return desk;
  }

  private constructor(input: DeskInput) {
    const { host, session, face } = input;
    this.#input = input;
    this.host = host;
    this.session = session;
    this.#workplace = { cwd: host.cwd, branch: null, trusted: host.trusted };
    this.#recordUsage = usageRecorder(session, host.home);
    this.#spending = new Spending(session);
    this.approvals = new Approvals({
      clock: systemClock,
      ...approvalTimes(host.loaded.settings, face),
    });
    this.presence = new Presence(() => {
      this.publish({ type: "presence.changed", clients: this.presence.clients() });
    });
    this.feed = new EventFeed({
      sessionId: session.header.id,
      now: () => systemClock.now(),
      restored: (reason) => this.restored(reason),
    });
  }

  get id(): string {
    return this.session.header.id;
  }

  get live(): LiveSession {
    if (this.#live === null) return refuse("internal", "The session is not open yet.");
    return this.#live;
  }

  get agent(): LiveSession["agent"] {
    return this.live.agent;
  }

  /** The turn that runs now. */
  get runId(): string | null {
    return this.#runId;
  }

  /** The turn that runs, or the last one. */
  get lastRunId(): string {
    return this.#runId ?? this.#lastRunId;
  }

  /** Fires when the session is let go. */
  get closing(): AbortSignal {
    return this.#over.signal;
  }

  /** Everybody hears it, in this order. */
  publish(event: AgentEvent): void {
    this.#tail.add(event, systemClock.now());
    const isFilled = this.#spending.hear(event);
    this.feed.publish(event);
    if (isFilled) this.#tellContext();
  }

  state(): SessionState {
    return stateOf({
      session: this.session,
      live: this.live,
      approvals: this.approvals,
      questions: this.questions,
      presence: this.presence,
      workplace: this.#workplace,
      contextTokens: this.#spending.contextTokens,
      spent: this.#spending.spent,
      runId: this.#runId,
      seq: this.feed.seq,
      updatedAt: systemClock.now(),
    });
  }

  /** The view from its beginning, for who was not there. */
  restored(reason: "opened" | "behind" | "branch"): AgentEvent<"session.restored"> {
    const state = this.state();
    const page = this.page(this.#base);
    const events = [...page.events, ...this.#tail.events()];
    return { type: "session.restored", reason, state, events, earlier: page.earlier };
  }

  /** Kept events up to an entry that was at rest. */
  page(leafId: string | null): {
    readonly events: readonly KeptEvent[];
    readonly earlier: string | null;
  } {
    const { model } = this.#input;
    return keptPage(this.session.tree, { leafId, model: model.id, isOver: true });
  }

  /** Somebody watches until this is disposed of. */
  enter(client: PresenceClient): Disposable {
    const there = this.presence.enter(client);
    const answers = this.approvals.attach();
    this.#wasWatched = true;
    return {
      [Symbol.dispose]: () => {
        there[Symbol.dispose]();
        answers[Symbol.dispose]();
        this.#leaveIfAlone();
      },
    };
  }

  /** Work of the API on the log: what it appends is told by events before it counts as kept. */
  async work<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await this.#works.run(run);
    } finally {
      this.#settle();
    }
  }

  /** Work that needs the session for itself: no turn runs, and none begins before it is over. */
  async exclusively<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    await this.whenTurnIsOver();
    if (this.agent.running) return refuse("busy", "A turn is running.", "Stop it first: /abort.");
    try {
      return await this.#works.alone(run);
    } finally {
      this.#settle();
    }
  }

  /** A turn that has ended may still be put in order: that is waited for, a turn is not. */
  async whenTurnIsOver(): Promise<void> {
    while (this.agent.running && this.#runId === null) await this.agent.whenIdle();
  }

  /** Resolves when nothing needs the session for itself. */
  whenFree(): Promise<void> {
    return this.#works.whenFree();
  }

  /** Resolves when no turn runs: what is appended then cannot come between a call and its outcome. */
  async whenQuiet(): Promise<void> {
    while (this.agent.running) await this.agent.whenIdle();
  }

  /** False when nothing was going on. */
  async abort(by: string): Promise<boolean> {
    if (this.#works.stop()) return true;
    const runId = this.#runId;
    if (!this.agent.running || runId === null) return false;
    this.publish({ type: "stop.ordered", runId, by });
    return this.agent.abort();
  }

  /** The branch in view is another one: everybody begins anew. */
  branchChanged(): void {
    this.#base = this.session.tree.leafId;
    this.#tail.clear();
    this.questions.ended = openQuestion(this.session.tree.view());
    this.feed.publish({ type: "leaf.changed", entryId: this.#base });
    this.feed.publish(this.restored("branch"));
  }

  /** Looks again where the session works. */
  async lookAround(): Promise<void> {
    const { cwd } = this.live.workbench.workspace();
    const branch = await gitBranch(cwd);
    const { workplace, trusted } = { workplace: this.#workplace, trusted: this.host.trusted };
    if (workplace.cwd === cwd && workplace.branch === branch) return;
    this.#workplace = { cwd, branch, trusted };
    this.publish({ type: "workplace.changed", cwd, branch, trusted });
  }

  /** Stops what runs, waits for it, and lets the session go. Again and again does no harm. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #open(): Promise<void> {
    const { host, session, choice, model, wishes } = this.#input;
    const { settings } = host.loaded;
    this.#live = await openLiveSession({
      host,
      session,
      info: choice.model,
      model,
      yes: false,
      tools: true,
      maxSteps: settings.agent.maxSteps,
      budgetUsd: settings.budgetUsd,
      ...(choice.thinking === undefined ? {} : { thinking: choice.thinking }),
      ...wishes,
      approve: this.approvals.approve,
      ...this.#approvalTime(),
      askUser: (question, { signal }) => this.#ask(question, signal),
      emit: (event) => this.#hear(event),
    });
    const { jobs } = this.#live.workbench;
    jobs.onChange(() => {
      this.publish({ type: "jobs.changed", jobs: jobsOf(jobs, this.id) });
    });
    this.yoloConfirmed = this.#live.trust === "yolo";
    this.#workplace = { ...this.#workplace, branch: await gitBranch(host.cwd) };
    this.questions.ended = openQuestion(session.tree.view());
    this.#base = session.tree.leafId;
    this.#tail.clear();
    this.feed.publish(this.restored("opened"));
  }

  #approvalTime(): { readonly approvalMs?: number } {
    const { timeoutMs } = approvalTimes(this.host.loaded.settings, this.#input.face);
    return timeoutMs === null ? {} : { approvalMs: timeoutMs };
  }

  /** A call asks and waits (PLAN-5). */
  async #ask(question: AgentEvent<"question.asked">["question"], signal: AbortSignal) {
    const runId = this.lastRunId;
    this.publish({ type: "question.asked", runId, question });
    const { answer, by } = await this.questions.wait(question, signal);
    const { questionId } = question;
    this.publish({ type: "question.answered", runId, questionId, answer, by });
    return answer.text === undefined && answer.optionId === undefined ? null : answer;
  }

  #hear(event: AgentEvent): void {
    if (this.#live === null && event.type === "queue.changed") return;
    if (event.type === "turn.started") this.#begin(event);
    this.publish(event);
    switch (event.type) {
      case "tool.finished":
        this.#asked = questionIn(event) ?? this.#asked;
        return;
      case "turn.finished":
        this.#end();
        if (event.reason === "question") this.#endWithQuestion(event.runId);
        return;
      case "turn.failed":
      case "turn.aborted":
        this.#end();
        return;
      default:
    }
  }

  #begin({ runId }: AgentEvent<"turn.started">): void {
    this.#runId = runId;
    this.#lastRunId = runId;
    this.#asked = null;
    this.#tellRunning(true);
    // The agent says that it is at work right after this.
    queueMicrotask(() => void this.agent.whenIdle().then(() => this.#rest()));
  }

  #end(): void {
    this.#runId = null;
  }

  #endWithQuestion(runId: string): void {
    if (this.#asked === null) return;
    this.questions.ended = this.#asked;
    this.publish({ type: "question.asked", runId, question: this.#asked });
  }

  #tellContext(): void {
    const window = this.live.controls.info.contextWindow;
    this.publish({ type: "context.changed", tokens: this.#spending.contextTokens, window });
  }

  #tellRunning(running: boolean): void {
    const { title } = this.session.state();
    this.publish({ type: "session.updated", title, running, updatedAt: systemClock.now() });
  }

  /** A turn and all that followed from it are over. */
  async #rest(): Promise<void> {
    if (this.agent.running || this.#closing !== null) return;
    this.#tellRunning(false);
    this.#settle();
    const record = this.#recordUsage;
    this.#recordUsage = usageRecorder(this.session, this.host.home);
    await record();
    await this.lookAround();
    this.#leaveIfAlone();
  }

  /** Nothing goes on: whatever there is to tell is in the log. */
  #settle(): void {
    if (!this.#works.isEmpty || this.#live === null || this.agent.running) return;
    this.#base = this.session.tree.leafId;
    this.#tail.clear();
    this.#spending.rest(this.session);
  }

  #leaveIfAlone(): void {
    const watched = this.presence.clients().length > 0;
    if (!this.#wasWatched || watched || this.agent.running || !this.#works.isEmpty) return;
    if (this.live.workbench.jobs.running().length > 0) return;
    this.#input.onAlone();
  }

  async #close(): Promise<void> {
    this.#over.abort();
    this.#works.stop();
    await this.agent.abort();
    await this.agent.whenIdle();
    await this.#works.whenEmpty();
    this.feed.close();
    await this.live[Symbol.asyncDispose]();
    await this.#recordUsage();
    await this.session.close();
  }
}
