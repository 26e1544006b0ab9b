import type { Approve, Gate, Tool } from "@squire/agent";
import { ToolError } from "@squire/agent";
import type { AgentEvent, JudgedCall, Mode, Trust } from "@squire/protocol";
import { childEnv, commandEffect, createRedactor, gitEnvFor, simpleArgv } from "@squire/safety";
import type {
  GateState,
  GateWorkspace,
  InspectPorts,
  Policy,
  Redactor,
  RuleProblem,
  RuleSource,
  Sandbox,
} from "@squire/safety";
import type { OpenSession } from "@squire/session";
import {
  astParsers,
  createBuiltIns,
  createSeen,
  editGuard,
  findRipgrep,
  openFiles,
  openShell,
  PendingActions,
  pickEditVariant,
  placesOf,
  planFollowers,
  resolveTool,
  scanCache,
} from "@squire/tools";
import type { AskUser, Board, EditGuard, FileTree, Shell } from "@squire/tools";
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Host } from "../open.ts";
import { auditLog } from "../safety/audit-log.ts";
import { gateWorkspaceOf } from "../safety/gate-workspace.ts";
import { inspectPorts } from "../safety/inspect-ports.ts";
import { checkWrites } from "../safety/check-writes.ts";
import { LazySandbox } from "../safety/lazy-sandbox.ts";
import { readLocalRules } from "../safety/local-rules.ts";
import { mayRead } from "../safety/may-read.ts";
import { policyOf } from "../safety/policy.ts";
import type { RunRules } from "../safety/policy.ts";
import { SessionAudit } from "../safety/session-audit.ts";
import { sandboxInputOf, workspaceRootOf } from "../safety/sandbox-input.ts";
import { unconfinedNote } from "../safety/unconfined-note.ts";
import { SessionGate } from "../safety/session-gate.ts";
import { sessionBoard } from "./board.ts";
import { imageServices } from "./image-services.ts";
import { knownSecrets } from "./known-secrets.ts";
import { rememberAnswers } from "./remember-answers.ts";
import { taintOf } from "./taint.ts";
import { openUrls } from "./urls/internal-urls.ts";
import type { OpenUrls } from "./urls/internal-urls.ts";
import { openWeb } from "./web-services.ts";
import type { OpenWeb } from "./web-services.ts";

export type WorkbenchInput = {
  readonly host: Host;
  readonly session: OpenSession;
  readonly mode: () => Mode;
  readonly trust: () => Trust;
  /** `--yes`. */
  readonly yes: boolean;
  /** Null: nobody is there. */
  readonly approve: Approve | null;
  readonly askUser: AskUser | null;
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
  readonly approve: Approve | null;
  readonly gate: Gate;
  /** Ends calls that can no longer apply while they still come in (LOOP-23). */
  readonly guard: EditGuard;
  /** The gate for questions that lead to nothing: it leaves no record. */
  readonly judge: Gate;
  readonly audit: SessionAudit;
  readonly #look: Gate;
  readonly #input: WorkbenchInput;
  readonly #shell: Shell;
  readonly #scans = scanCache();
  readonly #seen = createSeen();
  readonly #board: Board;
  readonly #web: OpenWeb | null;
  readonly #urls: OpenUrls;
  readonly #local: readonly RuleSource[];
  readonly #added: RuleSource[] = [];
  #files: FileTree;
  #kept: { readonly root: string; readonly env: Readonly<Record<string, string>> } | null = null;
  #policy: Rules | null = null;
  #runId = "";

  static async open(input: WorkbenchInput): Promise<Workbench> {
    const { host } = input;
    const { allowWrite } = host.loaded.settings.sandbox;
    const [files, local] = await Promise.all([
      openFiles({ cwd: workspaceRootOf(host), allowWrite }),
      readLocalRules(workspaceRootOf(host)),
    ]);
    return new Workbench(input, files, local);
  }

  private constructor(input: WorkbenchInput, files: FileTree, local: readonly RuleSource[]) {
    const { host } = input;
    this.#input = input;
    this.#files = files;
    this.#local = local;
    this.sandbox = new LazySandbox(sandboxInputOf(host), (used) => this.#sandboxUsed(used));
    this.redactor = createRedactor({ values: knownSecrets(host.env) });
    this.#board = this.#makeBoard();
    this.#web = openWeb(host, () => this.policy());
    this.#urls = openUrls({ home: host.home, session: input.session, redactor: this.redactor });
    this.#shell = this.#openShell();
    this.tools = this.#makeTools();
    this.guard = this.#makeGuard();
    this.audit = this.#openAudit();
    const gate = this.#makeGate();
    this.judge = gate.judge;
    this.#look = gate.look;
    this.gate = this.audit.gate(gate.judge);
    this.gateState = (tool) => gate.state(tool);
    this.approve = input.approve === null ? null : this.#approving(gate, input.approve);
  }

  /** Must hear every event of the session. */
  hear(event: AgentEvent): void {
    if (event.type === "turn.started") this.#runId = event.runId;
    this.audit.hear(event);
  }

  /** How things stand for a call of this tool. */
  readonly gateState: (tool: string) => Promise<GateState>;

  /** Where calls run, for the record. */
  readonly workspace = () => ({
    cwd: this.#files.root,
    env: this.#env(),
    ...(this.sandbox.isOpen ? { sandbox: this.sandbox.name } : {}),
  });

  /** What a call would change, as far as that can be told; null: anything. */
  async changes(call: JudgedCall): Promise<readonly string[] | null> {
    if (call.effect !== "write") return null;
    const places = await placesOf(this.#files, call);
    return places.length === 0 ? null : places.map(({ path }) => path);
  }

  /** The rules in force, made again when one was added. */
  policy(): Policy {
    return this.#rules().policy;
  }

  /** Rules that are not in force because they cannot be understood. */
  ruleProblems(): readonly RuleProblem[] {
    return this.#rules().problems;
  }

  #rules(): Rules {
    const { host, rules } = this.#input;
    this.#policy ??= policyOf({
      loaded: host.loaded,
      local: this.#local,
      session: this.#added,
      ...(rules === undefined ? {} : { run: rules }),
    });
    return this.#policy;
  }

  get jobs(): Shell["jobs"] {
    return this.#shell.jobs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#shell[Symbol.asyncDispose]();
    await this.#web?.close();
    await this.#urls[Symbol.asyncDispose]();
    await this.sandbox[Symbol.asyncDispose]();
    await this.audit[Symbol.asyncDispose]();
  }

  /** The same as long as the workspace is. */
  #env(): Readonly<Record<string, string>> {
    const { host } = this.#input;
    const { root } = this.#files;
    if (this.#kept?.root !== root) {
      const { passEnv } = host.loaded.settings.shell;
      this.#kept = { root, env: childEnv(host.env, { pass: passEnv, workspaces: [root] }) };
    }
    return this.#kept.env;
  }

  #openShell(): Shell {
    const { host } = this.#input;
    const { shell } = host.loaded.settings;
    const place = () => ({ workspace: this.#gateWorkspace() });
    return openShell({
      sandbox: this.sandbox,
      argvOf: (command) => simpleArgv(command),
      commandEffect: (command) => commandEffect(command, place()),
      extraEnv: (command) => gitEnvFor(command, place()),
      hasTool: (name) => this.tools.some((tool) => tool.name === name),
      settings: { persistent: shell.persistent, intercept: shell.intercept },
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
        if (change === "approved") for (const tool of this.planTools()) onTool?.(tool);
      },
    };
  }

  /** The tools for carrying out a plan. */
  planTools(): readonly Tool[] {
    return planFollowers(this.#planServices());
  }

  #planServices() {
    const { host, trust, approve } = this.#input;
    const headless = approve === null ? host.loaded.settings.plan.headless : null;
    return { board: this.#board, trust, headless };
  }

  #makeTools(): readonly Tool[] {
    const { host, askUser } = this.#input;
    const { settings } = host.loaded;
    const files = (): FileTree => this.#files;
    const cache = join(host.home, "cache");
    const services = {
      get files() {
        return files();
      },
      seen: this.#seen,
      onChanged: (paths: readonly string[]) => this.#scans.invalidate(paths),
      scans: this.#scans,
      ripgrep: findRipgrep(cache),
      parsers: astParsers(cache),
      pending: this.pending,
      mayRead: mayRead(
        () => this.policy(),
        () => this.#gateWorkspace(),
      ),
      // The gate asks for them.
      refuses: () => false,
      shell: this.#shell,
      ...this.#planServices(),
      askUser,
      askTimeoutMs: settings.ask.timeout * 1000,
      moveTo: (path: string) => this.#moveTo(path),
      web: this.#web?.services ?? null,
      urls: this.#urls.urls,
      images: imageServices(host),
    };
    const tools = createBuiltIns(services, {
      allowWrite: settings.fs.allowWrite,
      editVariant: pickEditVariant([settings.edit.variant]),
      enabled: settings.tools.enabled,
    });
    const names = new Set(tools.map(({ name }) => name));
    const hasPlan = this.#board.plan() !== null;
    return hasPlan ? [...tools, ...this.planTools().filter(({ name }) => !names.has(name))] : tools;
  }

  #makeGuard(): EditGuard {
    const files = (): FileTree => this.#files;
    const services = {
      get files() {
        return files();
      },
      seen: this.#seen,
      onChanged: () => {},
    };
    const { settings } = this.#input.host.loaded;
    return editGuard(services, { variant: pickEditVariant([settings.edit.variant]) });
  }

  #makeGate(): SessionGate {
    const { host, session, mode, trust, view } = this.#input;
    const { permissions, sandbox } = host.loaded.settings;
    return new SessionGate({
      policy: () => this.policy(),
      mode,
      trust,
      taint: taintOf(() => session.tree.view(), view),
      headless: this.#headless(permissions.headless),
      trusted: host.trusted,
      workspace: () => this.#gateWorkspace(),
      ports: this.#input.inspect ?? inspectPorts(),
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
    const { host } = this.#input;
    return rememberAnswers(this.audit.approving(ask), {
      gate,
      audit: this.audit,
      home: host.home,
      root: () => this.#files.root,
      add: (rule) => {
        this.#added.push(rule);
        this.#policy = null;
      },
      warn: (message) => this.#warn("rule.passing", message),
    });
  }

  async #moveTo(path: string): Promise<{ readonly root: string }> {
    const root = resolve(this.#files.root, path);
    const look = await stat(root).catch(() => null);
    if (look?.isDirectory() !== true) throw new ToolError(`There is no folder ${path}.`);
    const { allowWrite } = this.#input.host.loaded.settings.sandbox;
    this.#files = await openFiles({ cwd: root, allowWrite });
    await this.sandbox.moveTo(this.#files.root);
    return { root: this.#files.root };
  }

  #gateWorkspace(): GateWorkspace {
    return gateWorkspaceOf(this.#input.host, this.#files.root);
  }
}

type Rules = ReturnType<typeof policyOf>;
