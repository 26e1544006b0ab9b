import type { Clock } from "@squire/llm";
import type {
  Effect,
  JsonObject,
  JsonValue,
  StopReason,
  ToolDetails,
  UserContent,
} from "@squire/protocol";

export type ArtifactAbout = {
  readonly callId: string;
  readonly name?: string;
  readonly mimeType?: string;
};

/** Keeps what is too large for the log; answers with the id of `artifact://<id>`. */
export type ArtifactPort = {
  save(content: string | Uint8Array, about: ArtifactAbout): Promise<{ readonly id: string }>;
  /** For content that comes in pieces and may be larger than the memory. */
  stream(about: ArtifactAbout): Promise<ArtifactStream>;
};

/** Ends with exactly one of `finish` and `abort`; until then there is nothing to be found. */
export type ArtifactStream = {
  /** To be waited for: only then is the next piece taken without piling up. */
  write(bytes: Uint8Array): Promise<void>;
  finish(): Promise<{ readonly id: string }>;
  abort(): Promise<void>;
};

/** All that a tool may know of the world it runs in (TOOL-9). */
export type ToolContext = {
  readonly cwd: string;
  /** Fires when the turn is aborted or the tool's time is over. */
  readonly signal: AbortSignal;
  readonly callId: string;
  readonly sessionId: string;
  /** One line for every face while the tool runs (TOOL-3). */
  readonly report: (message: string) => void;
  readonly artifacts: ArtifactPort;
  /** Already filtered: no secrets (SEC-9). */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
};

/** What a tool says about its output besides the words for the model. */
export type OutputDetails = Partial<
  Pick<
    ToolDetails,
    "isError" | "exitCode" | "artifactId" | "untrusted" | "changedFiles" | "data" | "truncated"
  >
> & {
  /** No further call runs and the model is not asked again: the turn ends for this reason. */
  readonly endsTurn?: StopReason;
};

export type ToolOutput = {
  readonly content: readonly UserContent[];
  readonly details: OutputDetails;
};

/** What is wrong with an argument, in words that a model can act on (RPR-6). */
export type ArgumentProblem = {
  /** A dot path; "" for the arguments as a whole. */
  readonly path: string;
  readonly reason: string;
};

/** A call whose arguments are fine. It stays as it is from here on: what is judged is what runs. */
export type PreparedCall = {
  /** The arguments as they are run. */
  readonly args: JsonObject;
  readonly effect: Effect;
  /** What rules look at: a command, a path, a URL (PERM-2). */
  readonly subject: string | null;
  /** One plain line. */
  readonly summary: string;
  /** May reject: `ToolError` with words for the model, `ToolStop` to end the turn. */
  run(context: ToolContext): Promise<ToolOutput>;
};

export type Preparation =
  | { readonly ok: true; readonly call: PreparedCall }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] };

/** A tool as the registry keeps it. Made by `defineTool` or `defineSchemaTool`. */
export type Tool = {
  readonly name: string;
  /** For screens; the name where there is none. */
  readonly label?: string;
  readonly description: string;
  /** What it does unless the arguments say otherwise. */
  readonly effect: Effect;
  /** The arguments never say otherwise. */
  readonly steady?: true;
  /** Whether it may run beside others; by default what only reads may (C23). */
  readonly concurrency?: "shared" | "exclusive";
  /** Asks the user whatever the rules say (PERM-12). */
  readonly requiresApproval?: boolean;
  /** The model is not told of it: its calls come from elsewhere, as from the words of a reply. */
  readonly hidden?: true;
  /** Null: it may take as long as it likes. Absent: the loop's own limit. */
  readonly timeoutMs?: number | null;
  /** JSON Schema of the arguments; the same bytes each time. */
  parameters(): JsonObject;
  /** Never throws. */
  prepare(args: JsonValue): Preparation;
};
