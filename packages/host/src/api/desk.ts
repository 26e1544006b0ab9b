import { systemClock } from "@squire/platform";
import type { AgentEvent, PresenceClient, SessionState } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { approvalTimes } from "../approvals/approval-times.ts";
import { Approvals } from "../approvals/approvals.ts";
import type { Host } from "../open.ts";
import { usageRecorder } from "../session/ledger.ts";
import type { LiveSession } from "../session/live-session.ts";
import { Attendance } from "./attendance.ts";
import type { DeskInput } from "./desk-input.ts";
import { stateOf } from "./desk-state.ts";
import type { EventFeed } from "./event-feed.ts";
import { refuse } from "./failures.ts";
import { jobsOf } from "./jobs-of.ts";
import type { KeptPage } from "./kept-page.ts";
import { openDeskLive } from "./open-desk-live.ts";
import { openQuestion, Questions } from "./questions.ts";
import { Standing } from "./standing.ts";
import { Telling } from "./telling.ts";
import { TurnWatch } from "./turn-watch.ts";
import { Whereabouts } from "./whereabouts.ts";
import { Works } from "./works.ts";

/** One session that this host has open: its agent, its events, and what waits for an answer. */
export class SessionDesk {
  readonly host: Host;
  readonly session: OpenSession;
  readonly approvals: Approvals;
  readonly questions = new Questions();
  /** What the user has pointed at, the newest last. */
  readonly recentPaths = new Set<string>();
  /** The user has said that everything may happen unasked (PERM-9). */
  yoloConfirmed = false;
  /** Ends the command that the user runs by hand. */
  userShell: AbortController | null = null;
  readonly #input: DeskInput;
  readonly #telling: Telling;
  readonly #turn = new TurnWatch();
  #live: LiveSession | null = null;
  #standing: Standing | null = null;
  readonly #place: Whereabouts;
  readonly #attendance: Attendance;
  #recordUsage: () => Promise<void>;
  /** Operations of the API that are under way. */
  readonly #works = new Works();
  #closing: Promise<void> | null = null;
  readonly #over = new AbortController();

  static async open(input: DeskInput): Promise<SessionDesk> {
    const desk = new SessionDesk(input);
    await desk.#open();
    return desk;
  }

  private constructor(input: DeskInput) {
    const { host, session, face, model } = input;
    this.#input = input;
    this.host = host;
    this.session = session;
    this.#place = new Whereabouts(host);
    this.#recordUsage = usageRecorder(session, host);
    this.#telling = new Telling({
      session,
      model: model.id,
      state: () => this.state(),
      window: () => this.live.controls.info.contextWindow,
    });
    this.approvals = new Approvals({
      clock: systemClock,
      ...approvalTimes(host.loaded.settings, face),
    });
    this.#attendance = new Attendance({
      approvals: this.approvals,
      onChange: (clients) => this.publish({ type: "presence.changed", clients }),
      onLeave: () => this.#leaveIfAlone(),
    });
  }

  get id(): string {
    return this.session.header.id;
  }

  get feed(): EventFeed {
    return this.#telling.feed;
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
    return this.#turn.runId;
  }

  /** The turn that runs, or the last one. */
  get lastRunId(): string {
    return this.#turn.lastRunId;
  }

  /** Fires when the session is let go. */
  get closing(): AbortSignal {
    return this.#over.signal;
  }

  /** Everybody hears it, in this order. */
  publish(event: AgentEvent): void {
    this.#telling.publish(event);
  }

  state(): SessionState {
    const { contextTokens, spent } = this.#telling.spending;
    return stateOf({
      session: this.session,
      live: this.live,
      approvals: this.approvals,
      questions: this.questions,
      clients: this.#attendance.clients(),
      workplace: this.#place.now,
      contextTokens,
      spent,
      runId: this.runId,
      seq: this.feed.seq,
      stream: this.feed.stream,
      updatedAt: systemClock.now(),
    });
  }

  /** Kept events up to an entry that was at rest. */
  page(leafId: string | null): KeptPage {
    return this.#telling.page(leafId);
  }

  /** Somebody watches until this is disposed of. */
  enter(client: PresenceClient): Disposable {
    return this.#attendance.enter(client);
  }

  /** It is being let go. */
  get isClosing(): boolean {
    return this.#closing !== null;
  }

  /** Stays open until this is disposed of: a call is about to use it. */
  hold(): Disposable {
    return this.#attendance.hold();
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
    while (this.agent.running && this.runId === null) await this.agent.whenIdle();
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
    const { runId } = this;
    if (!this.agent.running || runId === null) return false;
    this.publish({ type: "stop.ordered", runId, by });
    return this.agent.abort();
  }

  /** The branch in view is another one: everybody begins anew. */
  branchChanged(): void {
    this.questions.ended = openQuestion(this.session.tree.view());
    this.live.workbench.edits?.reread();
    this.#standing?.told();
    this.#telling.begin("branch");
  }

  /** Looks again where the session works. */
  async lookAround(): Promise<void> {
    const { cwd } = this.live.workbench.workspace();
    if (await this.#place.look(cwd))
      this.publish({ type: "workplace.changed", ...this.#place.now });
  }

  /** Stops what runs, waits for it, and lets the session go. Again and again does no harm. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #open(): Promise<void> {
    // Whoever asked for it at the start has said so.
    this.yoloConfirmed = this.#input.wishes.trust === "yolo";
    const early: AgentEvent[] = [];
    const live = await openDeskLive(this.#input, {
      approve: this.approvals.approve,
      askUser: (question, { signal }) => this.#ask(question, signal),
      confirmYolo: () => Promise.resolve(this.yoloConfirmed),
      emit: (event) => (this.#live === null ? void early.push(event) : this.#hear(event)),
    });
    this.#live = live;
    this.#standing = new Standing(live, (event) => this.publish(event));
    this.yoloConfirmed = live.trust === "yolo";
    const { jobs } = live.workbench;
    jobs.onChange(() => {
      this.publish({ type: "jobs.changed", jobs: jobsOf(jobs, this.id) });
    });
    await this.#place.look(this.host.cwd);
    this.questions.ended = openQuestion(this.session.tree.view());
    this.#telling.begin("opened");
    // A stream begins with the state; what the opening has to say follows it.
    for (const event of early) if (event.type === "warning.raised") this.publish(event);
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
    if (event.type === "turn.started") this.#begin(event);
    this.publish(event);
    const question = this.#turn.hear(event);
    if (question !== null) {
      this.questions.ended = question;
      this.publish({ type: "question.asked", runId: this.lastRunId, question });
    }
    this.#standing?.hear(event);
  }

  #begin(event: AgentEvent<"turn.started">): void {
    this.#turn.begin(event);
    this.#tellRunning(true);
    // The agent says that it is at work right after this.
    queueMicrotask(() => void this.agent.whenIdle().then(() => this.#rest()));
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
    this.#recordUsage = usageRecorder(this.session, this.host);
    await record();
    await this.lookAround();
    this.#leaveIfAlone();
  }

  #settle(): void {
    this.#standing?.tell();
    if (!this.#works.isEmpty || this.#live === null || this.agent.running) return;
    this.#telling.rest();
  }

  #leaveIfAlone(): void {
    if (!this.#attendance.isOver || !this.#works.isEmpty) return;
    if (this.agent.running || this.isClosing) return;
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
