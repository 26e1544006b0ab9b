import type { Tool, ToolRegistry } from "@squire/agent";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Host } from "../../open.ts";
import { workspaceRootOf } from "../../safety/sandbox-input.ts";
import type { ApiInput } from "./api.ts";
import type { CustomTool, SessionMoment } from "./custom-tool.ts";
import { messageOf } from "./message-of.ts";
import { moduleFiles } from "./module-files.ts";

export type LoadedCustom = {
  readonly tools: readonly Tool[];
  /** Tells the tools that the session ends. */
  close(): Promise<void>;
};

export type CustomInput = ApiInput & { readonly host: Host };

const NOTHING: LoadedCustom = { tools: [], close: () => Promise.resolve() };

/**
 * The user's own tools (TOOL-13): modules in `tools/` of Squire's folder, and in `.squire/tools/` of
 * the project as long as the folder is trusted with its present contents (PERM-17). A module that
 * fails is named and left out.
 */
export async function loadCustomTools(input: CustomInput): Promise<LoadedCustom> {
  const { host } = input;
  const own = await moduleFiles(join(host.home, "tools"));
  const projects = host.trusted
    ? await moduleFiles(join(workspaceRootOf(host), ".squire", "tools"))
    : [];
  const files = [...own, ...projects];
  return files.length === 0 ? NOTHING : load(files, input);
}

async function load(files: readonly string[], input: CustomInput): Promise<LoadedCustom> {
  const [{ customApi }, { customTool, readCustomTool }] = await Promise.all([
    import("./api.ts"),
    import("./custom-tool.ts"),
  ]);
  const { warn, sessionId } = input;
  const api = customApi(input);
  const customs: CustomTool[] = [];
  const tools: Tool[] = [];
  for (const file of files) {
    try {
      const made = await (await factoryIn(file))(api);
      for (const value of Array.isArray(made) ? made : [made]) {
        const custom = readCustomTool(value);
        tools.push(await customTool(custom, warn));
        customs.push(custom);
      }
    } catch (error) {
      warn(`The tool module ${file} is left out: ${messageOf(error)}`);
    }
  }
  const tell = (type: SessionMoment["type"]) => tellAll(customs, { type, sessionId }, warn);
  await tell("start");
  return { tools, close: () => tell("shutdown") };
}

type Factory = (api: unknown) => unknown;

async function factoryIn(file: string): Promise<Factory> {
  const loaded: { readonly default?: unknown } = await import(pathToFileURL(file).href);
  const { default: factory } = loaded;
  if (!isFactory(factory)) throw new Error("it has no function as its default export.");
  return factory;
}

function isFactory(value: unknown): value is Factory {
  return typeof value === "function";
}

/** Their errors are told and have no effect. */
async function tellAll(
  customs: readonly CustomTool[],
  moment: SessionMoment,
  warn: (message: string) => void,
): Promise<void> {
  for (const { name, onSession } of customs) {
    try {
      await onSession?.(moment);
    } catch (error) {
      warn(`onSession of the tool ${name} failed: ${messageOf(error)}`);
    }
  }
}

/** A built-in wins over a custom tool of the same name (TOOL-7). */
export function addCustom(registry: ToolRegistry, { tools }: LoadedCustom): void {
  for (const tool of tools) registry.add(tool, "custom");
}
