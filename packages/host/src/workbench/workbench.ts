import type { Approve, Gate, Reveal, Tool } from "@squire/agent";
import type { AgentEvent, JudgedCall } from "@squire/protocol";
import { createPlaceholders, createRedactor, usesSecrets } from "@squire/safety";
import type { GateState, Policy, Redactor, RuleProblem, RuleSource, Sandbox } from "@squire/safety";
import { PendingActions, placesOf, resolveTool } from "@squire/tools";
import type { Board, EditGuard, OfferUnconfined, Shell } from "@squire/tools";
import { SessionCodeIndex } from "../code-index/session-code-index.ts";
import { auditLog } from "../safety/audit-log.ts";
import { checkWrites } from "../safety/check-writes.ts";
import { inspectPorts } from "../safety/inspect-ports.ts";
import { LazySandbox } from "../safety/lazy-sandbox.ts";
import { readLocalRules } from "../safety/local-rules.ts";
import { mayRead } from "../safety/may-read.ts";
import { projectRootOf } from "../safety/project-root.ts";
import { sandboxInputOf, workspaceRootOf } from "../safety/sandbox-input.ts";
import { readDenied } from "../safety/may-read.ts";
import type { ReadDenied } from "../safety/may-read.ts";
import { SessionAudit } from "../safety/session-audit.ts";
import { SessionGate } from "../safety/session-gate.ts";
import { unconfinedNote } from "../safety/unconfined-note.ts";
import { openAsking } from "./asking.ts";
import type { Asking } from "./asking.ts";
import { sessionBoard } from "./board.ts";
import { closeEach } from "./close-each.ts";
import { EditPreviews } from "./edit-previews.ts";
import { knownSecrets } from "./known-secrets.ts";
import type { QueuedEdits } from "./queued-edits.ts";
import { RuleBook } from "./rule-book.ts";
import { openSessionShell } from "./session-shell.ts";
import type { SessionShell } from "./session-shell.ts";
import { secretUse } from "./secret-use.ts";
import { SessionTools } from "./session-tools.ts";
import { taintOf } from "./taint.ts";
import { offerUnconfined } from "./unconfined-offer.ts";
import { UserActions } from "./user-actions.ts";
import { openUrls } from "./urls/internal-urls.ts";
import type { OpenUrls } from "./urls/internal-urls.ts";
import { openWeb } from "./web-services.ts";
import type { OpenWeb } from "./web-services.ts";
import { WorkPlace } from "./work-place.ts";
import type { WorkbenchInput } from "./workbench-input.ts";

/**
 * Everything that calls of a session work with: files, shell and sandbox, the gate and its rules.
 * Nothing is started before a call needs it. Whoever opened it disposes of it: jobs end with it.
 */
export class Workbench implements AsyncDisposable {
  readonly tools: readonly Tool[];
  /** What was previewed and waits for `resolve` (RSLV-1). */
  readonly pending: PendingActions = new PendingActions({
    ids: () => `act_${crypto.randomUUID()}`,
    onChange: (waiting) => {
      if (waiting.length === 0) return;
      const { pending } = this;
      this.#input.onTool?.(resolveTool({ pending, checkWrites: checkWrites(this.#look) }));
    },
  });
  readonly sandbox: LazySandbox;
  readonly redactor: Redactor;
  /** Puts hidden secrets back where a rule permits it (SEC-2). */
  readonly reveal: Reveal | null;
  readonly approve: Approve | null;
  readonly gate: Gate;
  /** Ends calls that can no longer apply while they still come in (LOOP-23). */
  readonly guard: EditGuard;
  /** The gate for questions that lead to nothing: it leaves no record. */
  readonly judge: Gate;
  readonly audit: SessionAudit;
  /** What the user does besides talking. */
  readonly user: UserActions;
  /** Whether text from outside is in the model's view, and what brought it (PERM-16). */
  readonly taint: () => GateState["tainted"];
  /** How things stand for a call of this tool. */
  readonly gateState: (tool: string) => Promise<GateState>;
  /** The search of the workspace by meaning, where there is an index. */
  readonly codeIndex: SessionCodeIndex;
  /** Edits in the words of replies that wait for the user; null: they are written otherwise. */
  readonly edits: QueuedEdits | null;
  /** For files that the user points at (C28). */
  readonly readDenied: ReadDenied = readDenied(
    () => this.policy(),
    () => this.#place.gateWorkspace(),
  );
  readonly #look: Gate;
  readonly #unconfined: Gate;
  readonly #input: WorkbenchInput;
  readonly #place: WorkPlace;
  readonly #rules: RuleBook;
  readonly #shell: SessionShell;
  readonly #web: OpenWeb | null;
  readonly #urls: OpenUrls;
  readonly #kit: SessionTools;
  readonly #asking: Asking;
  readonly #previews: EditPreviews;
  #runId = "";

  static async open(input: WorkbenchInput): Promise<Workbench> {
    const { host } = input;
    const [place, local] = await Promise.all([
      WorkPlace.open(host),
      readLocalRules(workspaceRootOf(host)),
    ]);
    return new Workbench(input, place, local);
  }

  private constructor(input: WorkbenchInput, place: WorkPlace, local: readonly RuleSource[]) {
    const { host, rules } = input;
    this.#input = input;
    this.#place = place;
    this.#rules = new RuleBook({
      loaded: host.loaded,
      local,
      projectRoot: projectRootOf(host),
      ...(rules === undefined ? {} : { run: rules }),
    });
    this.sandbox = new LazySandbox(sandboxInputOf(host), (used) => this.#sandboxUsed(used));
    // Without such a rule nothing that was hidden is remembered.
    const placeholders = usesSecrets(this.policy())
      ? createPlaceholders(crypto.getRandomValues(new Uint8Array(32)))
      : null;
    this.redactor = createRedactor({
      values: knownSecrets(host.env),
      ...(placeholders === null ? {} : { placeholders }),
    });
    this.#web = openWeb(host, () => this.policy());
    this.#urls = openUrls({ home: host.home, session: input.session, redactor: this.redactor });
    this.#shell = this.#openShell();
    this.#kit = this.#openKit();
    this.tools = this.#kit.tools;
    this.guard = this.#kit.guard;
    this.codeIndex = this.#openCodeIndex();
    this.#previews = new EditPreviews({
      variant: this.#kit.variant,
      files: () => place.files,
      redact: this.redactor.redact,
      emit: input.emit,
    });
    this.audit = this.#openAudit();
    this.user = this.#openUser();
    this.taint = taintOf(() => input.session.tree.view(), input.view);
    const gate = this.#makeGate();
    this.judge = gate.judge;
    this.#look = gate.look;
    const [book, audit, kit] = [this.#rules, this.audit, this.#kit];
    const warn = (message: string): void => this.#warn("rule.passing", message);
    this.#asking = openAsking({ input, gate, audit, rules: book, place, kit, warn });
    this.gate = this.#asking.gate;
    this.approve = this.#asking.approve;
    this.edits = this.#asking.edits;
    this.#unconfined = gate.lookUnconfined;
    const secrets = { policy: () => this.policy(), look: gate.look };
    this.reveal = placeholders === null ? null : secretUse({ ...secrets, placeholders });
    this.gateState = (tool) => gate.state(tool);
  }

  /** Must hear every event of the session. */
  hear(event: AgentEvent): void {
    if (event.type === "turn.started") {
      this.#runId = event.runId;
      this.#asking.beginTurn();
    }
    this.#previews.hear(event);
    this.audit.hear(event);
    this.codeIndex.hear(event);
  }

  /** Where calls run, for the record. */
  readonly workspace = () => ({
    cwd: this.#place.root,
    env: this.#place.env(),
    ...(this.sandbox.isOpen ? { sandbox: this.sandbox.name } : {}),
  });

  /** What a call would change, as far as that can be told; null: anything. */
  async changes(call: JudgedCall): Promise<readonly string[] | null> {
    if (call.effect !== "write") return null;
    const places = await placesOf(this.#place.files, call);
    return places.length === 0 ? null : places.map(({ path }) => path);
  }

  /** What a call of a tool of files is about, absolute and without links. */
  readonly touched = async (call: Pick<JudgedCall, "name" | "args">): Promise<readonly string[]> =>
    (await placesOf(this.#place.files, call)).map(({ path }) => path);

  /** The rules in force. */
  policy(): Policy {
    return this.#rules.policy();
  }

  /** Rules that are not in force because they cannot be understood. */
  ruleProblems(): readonly RuleProblem[] {
    return this.#rules.problems();
  }

  /** Rules that hold until the turn ends, also after untrusted text was read: what the user asked for. */
  allowForTurn(rules: readonly string[]): void {
    if (rules.length === 0) return;
    const common = {
      verdict: "allow",
      origin: "research",
      scope: "session",
      tainted: true,
    } as const;
    this.#rules.addForTurn(rules.map((text) => ({ ...common, text })));
  }

  /** Whether a file may be read without asking, by its absolute path. */
  readonly mayRead = (path: string): boolean =>
    mayRead(
      () => this.policy(),
      () => this.#place.gateWorkspace(),
    )(path);

  /** The tools for carrying out a plan. */
  planTools(): readonly Tool[] {
    return this.#kit.planTools();
  }

  get jobs(): Shell["jobs"] {
    return this.#shell.shell.jobs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closeEach([
      () => this.codeIndex[Symbol.asyncDispose](),
      () => this.#shell.shell[Symbol.asyncDispose](),
      () => this.#web?.close(),
      () => this.#urls[Symbol.asyncDispose](),
      () => this.sandbox[Symbol.asyncDispose](),
      () => this.audit[Symbol.asyncDispose](),
    ]);
  }

  #openShell(): SessionShell {
    const { host, session } = this.#input;
    return openSessionShell({
      settings: host.loaded.settings.shell,
      sessionId: session.header.id,
      sandbox: this.sandbox,
      place: this.#place,
      hasTool: (name) => this.tools.some((tool) => tool.name === name),
      offerUnconfined: this.#offer(),
    });
  }

  #openKit(): SessionTools {
    const { host, trust, askUser, approve } = this.#input;
    return new SessionTools({
      host,
      place: this.#place,
      rules: this.#rules,
      shell: this.#shell.shell,
      web: this.#web,
      urls: this.#urls.urls,
      board: this.#makeBoard(),
      pending: this.pending,
      trust,
      askUser,
      isAlone: approve === null,
      moveTo: (path) => this.moveTo(path),
    });
  }

  #openCodeIndex(): SessionCodeIndex {
    const { host, approve, tools = true, onTool } = this.#input;
    return new SessionCodeIndex({
      host,
      hasTools: tools,
      folder: () => this.#place.root,
      mayRead: this.mayRead,
      isAttended: approve !== null,
      notice: (message) => this.#warn("index", message),
      onTool: (tool) => onTool?.(tool),
    });
  }

  /** What carries out a plan comes with it: each is part of every request from then on (PLAN-2). */
  #makeBoard(): Board {
    const { session, emit, onTool } = this.#input;
    const board = sessionBoard(session, emit);
    return {
      ...board,
      changePlan: async (change, plan, reason) => {
        await board.changePlan(change, plan, reason);
        if (change === "approved") for (const tool of this.#kit.planTools()) onTool?.(tool);
      },
    };
  }

  #makeGate(): SessionGate {
    const { host, mode, trust } = this.#input;
    const { permissions, sandbox } = host.loaded.settings;
    return new SessionGate({
      policy: () => this.policy(),
      mode,
      trust,
      taint: this.taint,
      headless: this.#headless(permissions.headless),
      trusted: host.trusted,
      workspace: () => this.#place.gateWorkspace(),
      ports: this.#input.inspect ?? inspectPorts(),
      shellFolder: this.#shell.folder,
      sandbox: async () => {
        const { confines, name } = await this.sandbox.open();
        return { confines, network: sandbox.network, name };
      },
    });
  }

  /** The first command runs: what does not confine it is said (SBX-2). */
  #sandboxUsed(sandbox: Sandbox): void {
    const { host, onSandbox } = this.#input;
    onSandbox?.(sandbox);
    const message = unconfinedNote(host, sandbox);
    if (message !== null) this.#warn("sandbox.none", message);
  }

  #warn(code: string, message: string): void {
    this.#input.emit({ type: "warning.raised", runId: this.#runId, code, message });
  }

  /** What asks with nobody there is denied by the pipeline, which also says so (C8). */
  #headless(setting: "allow" | "deny"): "allow" | "ask" {
    const { yes, approve } = this.#input;
    return yes || (approve === null && setting === "allow") ? "allow" : "ask";
  }

  #openAudit(): SessionAudit {
    const { host, session, approve } = this.#input;
    return new SessionAudit({
      session: session.header.id,
      open: () => auditLog(host.home, this.redactor.redact),
      sandbox: () => (this.sandbox.isOpen ? this.sandbox.name : undefined),
      attended: approve !== null,
    });
  }

  #openUser(): UserActions {
    const { host, session, userBash = null } = this.#input;
    const { audit, redactor } = this;
    const [rules, place, { shell }] = [this.#rules, this.#place, this.#shell];
    return new UserActions({ host, session, audit, rules, shell, place, redactor, userBash });
  }

  /** Null where nobody is there: then the command has just failed (SBX-4). */
  #offer(): OfferUnconfined | null {
    const { approve, approvalMs = null, session, emit } = this.#input;
    if (approve === null) return null;
    return async (request, context) =>
      offerUnconfined({
        judge: this.audit.gate((call) => this.#unconfined(call)),
        approve: this.audit.approving(approve),
        approvalMs,
        log: session,
        emit,
        workspace: this.workspace,
        runId: () => this.#runId,
      })(request, context);
  }

  /** The folder that calls run in from now on. Rejects with `ToolError` when there is none. */
  async moveTo(path: string): Promise<{ readonly root: string }> {
    const root = await this.#place.moveTo(path);
    await this.sandbox.moveTo(root);
    return { root };
  }
}
