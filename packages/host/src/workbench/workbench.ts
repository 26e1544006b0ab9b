import type { Approve, Gate, Reveal, Tool } from "@squire/agent";
import type { AgentEvent, JudgedCall, Mode, Trust } from "@squire/protocol";
import { createPlaceholders, createRedactor, usesSecrets } from "@squire/safety";
import type {
  GateState,
  InspectPorts,
  Policy,
  Redactor,
  RuleProblem,
  RuleSource,
  Sandbox,
} from "@squire/safety";
import type { OpenSession } from "@squire/session";
import { PendingActions, placesOf, resolveTool } from "@squire/tools";
import type { AskUser, Board, EditGuard, OfferUnconfined, Shell } from "@squire/tools";
import type { Host } from "../open.ts";
import { auditLog } from "../safety/audit-log.ts";
import { checkWrites } from "../safety/check-writes.ts";
import { inspectPorts } from "../safety/inspect-ports.ts";
import { LazySandbox } from "../safety/lazy-sandbox.ts";
import { readLocalRules } from "../safety/local-rules.ts";
import type { RunRules } from "../safety/policy.ts";
import { projectRootOf } from "../safety/project-root.ts";
import { sandboxInputOf, workspaceRootOf } from "../safety/sandbox-input.ts";
import { SessionAudit } from "../safety/session-audit.ts";
import { SessionGate } from "../safety/session-gate.ts";
import { unconfinedNote } from "../safety/unconfined-note.ts";
import { sessionBoard } from "./board.ts";
import { EditPreviews } from "./edit-previews.ts";
import { knownSecrets } from "./known-secrets.ts";
import { QueuedEdits } from "./queued-edits.ts";
import { RejectedEdits } from "./rejected-edits.ts";
import { rememberAnswers } from "./remember-answers.ts";
import { RuleBook } from "./rule-book.ts";
import { openSessionShell } from "./session-shell.ts";
import type { SessionShell } from "./session-shell.ts";
import { secretUse } from "./secret-use.ts";
import { SessionTools } from "./session-tools.ts";
import { taintOf } from "./taint.ts";
import { offerUnconfined } from "./unconfined-offer.ts";
import { UserActions } from "./user-actions.ts";
import type { UserBash } from "./user-command.ts";
import { openWeb } from "./web-services.ts";
import type { OpenWeb } from "./web-services.ts";
import { WorkPlace } from "./work-place.ts";

export type WorkbenchInput = {
  readonly host: Host;
  readonly session: OpenSession;
  readonly mode: () => Mode;
  readonly trust: () => Trust;
  /** `--yes`. */
  readonly yes: boolean;
  /** Null: nobody is there. */
  readonly approve: Approve | null;
  readonly approvalMs?: number;
  readonly askUser: AskUser | null;
  /** Stands in for the shell behind `!`. */
  readonly userBash?: UserBash;
  readonly rules?: RunRules;
  readonly emit: (event: AgentEvent) => void;
  /** A tool that is there from now on: for what waits to be resolved, for a plan. */
  readonly onTool?: (tool: Tool) => void;
  /** The entries that the model sees now. */
  readonly view: () => readonly string[];
  /** The gate's looks at the disk; absent: each call looks anew. */
  readonly inspect?: InspectPorts;
  /** Told of what confines commands when the first one runs. */
  readonly onSandbox?: (sandbox: Sandbox) => void;
};

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
  /** Edits in the words of replies that wait for the user; null: they are written otherwise. */
  readonly edits: QueuedEdits | null;
  readonly #look: Gate;
  readonly #unconfined: Gate;
  readonly #input: WorkbenchInput;
  readonly #place: WorkPlace;
  readonly #rules: RuleBook;
  readonly #shell: SessionShell;
  readonly #web: OpenWeb | null;
  readonly #kit: SessionTools;
  readonly #rejected: RejectedEdits;
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
    this.#shell = this.#openShell();
    this.#kit = this.#openKit();
    this.tools = this.#kit.tools;
    this.guard = this.#kit.guard;
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
    this.#rejected = new RejectedEdits({
      files: () => place.files,
      onPaper: (files) => this.#kit.onPaper(files),
    });
    this.gate = this.audit.gate(this.#rejected.gate(gate.judge));
    const secrets = { policy: () => this.policy(), look: gate.look };
    this.reveal = placeholders === null ? null : secretUse({ ...secrets, placeholders });
    this.gateState = (tool) => gate.state(tool);
    this.#unconfined = gate.lookUnconfined;
    this.edits = this.#kit.variant === "blocks" ? this.#openQueue(gate) : null;
    this.approve = input.approve === null ? null : this.#approving(gate, input.approve);
  }

  /** Must hear every event of the session. */
  hear(event: AgentEvent): void {
    if (event.type === "turn.started") {
      this.#runId = event.runId;
      this.#rejected.beginTurn();
      this.#rules.endTurn();
    }
    this.#previews.hear(event);
    this.audit.hear(event);
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

  /** The rules in force. */
  policy(): Policy {
    return this.#rules.policy();
  }

  /** Rules that are not in force because they cannot be understood. */
  ruleProblems(): readonly RuleProblem[] {
    return this.#rules.problems();
  }

  get jobs(): Shell["jobs"] {
    return this.#shell.shell.jobs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#shell.shell[Symbol.asyncDispose]();
    await this.#web?.close();
    await this.sandbox[Symbol.asyncDispose]();
    await this.audit[Symbol.asyncDispose]();
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
      board: this.#makeBoard(),
      pending: this.pending,
      trust,
      askUser,
      isAlone: approve === null,
      moveTo: (path) => this.#moveTo(path),
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

  #approving(gate: SessionGate, ask: Approve): Approve {
    const asking = rememberAnswers(this.audit.approving(ask), {
      gate,
      audit: this.audit,
      rejected: this.#rejected,
      rules: this.#rules,
      home: this.#input.host.home,
      root: () => this.#place.root,
      filesOf: async (call) => (await placesOf(this.#place.files, call)).map(({ name }) => name),
      warn: (message) => this.#warn("rule.passing", message),
    });
    return this.edits?.holding(asking) ?? asking;
  }

  #openUser(): UserActions {
    const { host, session, userBash = null } = this.#input;
    const { audit, redactor } = this;
    const [rules, place, { shell }] = [this.#rules, this.#place, this.#shell];
    return new UserActions({ host, session, audit, rules, shell, place, redactor, userBash });
  }

  #openQueue(gate: SessionGate): QueuedEdits {
    return new QueuedEdits({
      session: this.#input.session,
      look: gate.look,
      judgedCall: (callId) => gate.judgedCall(callId),
      editing: () => this.#kit.editing(),
      audit: this.audit,
      reject: (call) => this.#rejected.reject(call),
    });
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

  async #moveTo(path: string): Promise<{ readonly root: string }> {
    const root = await this.#place.moveTo(path);
    await this.sandbox.moveTo(root);
    return { root };
  }
}
