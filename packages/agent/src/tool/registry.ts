import type { JsonObject, ToolSpec } from "@squire/protocol";
import { matchName } from "../repair/names.ts";
import { TOOL_ALIASES } from "@squire/protocol";
import { toSpec } from "./to-spec.ts";
import type { Tool } from "./tool.ts";

/** Who brought a tool: a built-in wins over any other of the same name (TOOL-7). */
export type ToolSource = "built-in" | "extension" | "mcp" | "custom";

/** Something about a tool that the user should know; `squire doctor` shows it (TOOL-12). */
export type ToolDiagnostic = {
  readonly name: string;
  readonly code: "clash" | "bad_name" | "bad_schema" | "unavailable";
  readonly message: string;
};

/** How a tool is shown to the model, and how its arguments come back into their own form (RPR-5). */
export type Advertised = { readonly spec: ToolSpec; restore(args: JsonObject): JsonObject };
export type Advertise = (spec: ToolSpec) => Advertised;

/** A tool, or why there is none here. */
export type ToolOffer = Tool | { readonly unavailable: string };
export type ToolFactory = () => ToolOffer | Promise<ToolOffer>;

/** Sees every call right before it runs; a text stands for the outcome, null lets it run (TOOL-4). */
export type Interceptor = (call: {
  readonly callId: string;
  readonly name: string;
  readonly args: JsonObject;
}) => Promise<string | null> | string | null;

export type RegistryOptions = {
  readonly aliases?: Readonly<Record<string, string>>;
  readonly advertise?: Advertise;
};

type Kept = {
  readonly tool: Tool;
  readonly source: ToolSource;
  /** Made at first use: schemas are most of what a start would cost. */
  readonly shown: () => Advertised;
};

// What all vendors accept as the name of a function.
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** The tools of one session. Their order is the order they came in, so the same start, the same bytes. */
export class ToolRegistry {
  readonly #aliases: Readonly<Record<string, string>>;
  readonly #advertise: Advertise;
  readonly #tools = new Map<string, Kept>();
  readonly #diagnostics: ToolDiagnostic[] = [];
  /** Null: all of them. */
  #active: ReadonlySet<string> | null = null;
  #offers: (name: string) => boolean = () => true;
  #interceptor: Interceptor | null = null;
  /** Looked at with every reply; made anew when something changes. */
  #specs: readonly ToolSpec[] | null = null;

  constructor({ aliases = TOOL_ALIASES, advertise = plainly }: RegistryOptions = {}) {
    this.#aliases = aliases;
    this.#advertise = advertise;
  }

  /** False when the name is taken or no vendor would accept it; the diagnostics say why. */
  add(tool: Tool, source: ToolSource = "built-in"): boolean {
    const { name } = tool;
    if (!NAME.test(name)) {
      this.#tell(name, "bad_name", "has a name that is not 1 to 64 letters, digits, _ or -");
      return false;
    }
    const other = this.#tools.get(name);
    if (other !== undefined) {
      const wins = source === "built-in" && other.source !== "built-in";
      const loser = wins ? other.source : source;
      this.#tell(name, "clash", `from ${loser} is left out: the name is already taken`);
      if (!wins) return false;
    }
    const shown = once(() => this.#advertise(toSpec(tool)));
    // What others bring is looked at now: a schema that cannot be told must not stop a session.
    const problem = source === "built-in" ? null : problemIn(shown);
    if (problem !== null) {
      this.#tell(name, "bad_schema", `has a schema that cannot be told to a model: ${problem}`);
      return false;
    }
    this.#keep(name, { tool, source, shown });
    return true;
  }

  /** As `add`, for a tool that may not be there. A factory that throws offers nothing. */
  async addFrom(name: string, factory: ToolFactory, source?: ToolSource): Promise<boolean> {
    let offer: ToolOffer;
    try {
      offer = await factory();
    } catch (error) {
      offer = { unavailable: error instanceof Error ? error.message : String(error) };
    }
    if (!("unavailable" in offer)) return this.add(offer, source);
    this.#tell(name, "unavailable", `is not available: ${offer.unavailable}`);
    return false;
  }

  get diagnostics(): readonly ToolDiagnostic[] {
    return this.#diagnostics;
  }

  /** Every tool, active or not. */
  all(): readonly Tool[] {
    return [...this.#tools.values()].map(({ tool }) => tool);
  }

  active(): readonly Tool[] {
    return this.all().filter(({ name }) => this.#isActive(name));
  }

  /** The same tool, done otherwise: it keeps its place among the others. False when there is none. */
  replace(tool: Tool): boolean {
    const { name } = tool;
    const kept = this.#tools.get(name);
    if (kept === undefined) return false;
    this.#keep(name, { ...kept, tool, shown: once(() => this.#advertise(toSpec(tool))) });
    return true;
  }

  /** What the mode offers, by name, until it is set again; the user chooses among these (RES-4). The agent is to be told. */
  setOffered(offers: (name: string) => boolean): void {
    this.#offers = offers;
    this.#specs = null;
  }

  /** Changes what the model is offered: a change of the prefix, which the agent announces (TOOL-11). */
  setActive(names: readonly string[] | null): { readonly unknown: readonly string[] } {
    const known = (names ?? []).map((name) => this.canonical(name) ?? name);
    this.#active = names === null ? null : new Set(known);
    this.#specs = null;
    return { unknown: known.filter((name) => !this.#tools.has(name)) };
  }

  /** The active tools as the model is told about them. */
  specs(): readonly ToolSpec[] {
    this.#specs ??= this.active().flatMap(({ name, hidden }) =>
      hidden === true ? [] : (this.#tools.get(name)?.shown().spec ?? []),
    );
    return this.#specs;
  }

  specOf(name: string): ToolSpec | null {
    return this.#tools.get(name)?.shown().spec ?? null;
  }

  /** Arguments as the model wrote them for the advertised form, in the tool's own form. */
  restore(name: string, args: JsonObject): JsonObject {
    return this.#tools.get(name)?.shown().restore(args) ?? args;
  }

  /** The name a tool goes by here, from any spelling of it; null when there is none. */
  canonical(name: string): string | null {
    if (this.#tools.has(name)) return name;
    const match = matchName(name, [...this.#tools.keys()], this.#aliases);
    return match.type === "unknown" ? null : match.name;
  }

  get aliases(): Readonly<Record<string, string>> {
    return this.#aliases;
  }

  /** The active tool a call means; null when there is none. */
  find(name: string): Tool | null {
    const canonical = this.canonical(name);
    if (canonical === null || !this.#isActive(canonical)) return null;
    return this.#tools.get(canonical)?.tool ?? null;
  }

  /** One slot: a second interceptor replaces the first, null empties it. */
  setInterceptor(interceptor: Interceptor | null): void {
    this.#interceptor = interceptor;
  }

  get interceptor(): Interceptor | null {
    return this.#interceptor;
  }

  #keep(name: string, kept: Kept): void {
    this.#tools.set(name, kept);
    this.#specs = null;
  }

  #isActive(name: string): boolean {
    return this.#offers(name) && (this.#active?.has(name) ?? true);
  }

  #tell(name: string, code: ToolDiagnostic["code"], message: string): void {
    this.#diagnostics.push({ name, code, message: `The tool ${name} ${message}.` });
  }
}

function problemIn(make: () => unknown): string | null {
  try {
    make();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function plainly(spec: ToolSpec): Advertised {
  return { spec, restore: (args) => args };
}
