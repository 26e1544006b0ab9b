import type { Host } from "@squire/host";
import type { ExportFormat, ExportInput, ExportInclude } from "@squire/session/exchange";

export type TextOptions = {
  readonly env: Host["env"];
  readonly include?: readonly ExportInclude[];
  /** Where the artifacts lie; absent: none are looked at. */
  readonly logPath?: string;
};

/** A session to be read, without what looks like a key (EXP-4). */
export async function exportText(
  input: ExportInput,
  format: ExportFormat | "archive",
  { env, include = [], logPath }: TextOptions,
): Promise<string> {
  const session = await import("@squire/session/exchange");
  const { exportRedactor } = await import("@squire/host/research");
  const wanted = include.includes("artifacts") && logPath !== undefined;
  const options = {
    redact: exportRedactor(env),
    include,
    ...(wanted ? { artifacts: await artifactsOf(input, logPath) } : {}),
  };
  switch (format) {
    case "md":
      return session.exportMarkdown(input, options);
    case "html":
      return session.exportHtml(input, options);
    case "json":
      return session.exportJson(input, options);
    case "jsonl":
    case "archive":
      return session.exportArchive(input, options);
  }
}

async function artifactsOf({ branch }: ExportInput, logPath: string) {
  const { artifactsFolder, nodeTreeDisk, openArtifacts } = await import("@squire/session");
  const { loadArtifacts } = await import("@squire/session/exchange");
  const { systemClock } = await import("@squire/platform");
  const ports = { disk: nodeTreeDisk(), clock: systemClock, ids: () => crypto.randomUUID() };
  return loadArtifacts(branch, openArtifacts(ports, artifactsFolder(logPath)));
}
