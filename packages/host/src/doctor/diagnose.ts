import type { Host } from "../open.ts";
import { fail, type Check, type DiagnoseOptions } from "./check.ts";

type Examination = () => Promise<readonly Check[]>;

/** Looks at everything that can be wrong on this machine (CFG-11). Never rejects, changes nothing. */
export async function diagnose(host: Host, options: DiagnoseOptions): Promise<readonly Check[]> {
  const examinations: Readonly<Record<string, Examination>> = {
    settings: async () => (await import("./check-settings.ts")).checkSettings(host),
    keys: async () => (await import("./check-models.ts")).checkModels(host),
    providers: async () =>
      options.online ? (await import("./check-online.ts")).checkOnline(host, options) : [],
    sandbox: async () => (await import("./check-sandbox.ts")).checkSandbox(host),
    tools: async () => (await import("./check-tools.ts")).checkTools(host),
    files: async () => (await import("./check-files.ts")).checkFiles(host),
    "folder trust": async () => (await import("./check-trust.ts")).checkTrust(host),
    audit: async () => (await import("./check-audit.ts")).checkAudit(host),
  };
  const found: Check[] = [];
  for (const [name, examine] of Object.entries(examinations)) {
    if (options.signal.aborted) break;
    found.push(...(await examined(name, examine)));
  }
  return found;
}

/** A check that breaks is one that fails: the others are still made. */
async function examined(name: string, examine: Examination): Promise<readonly Check[]> {
  try {
    return await examine();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [fail(name, `It could not be checked: ${why}`)];
  }
}
