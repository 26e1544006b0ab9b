import type { ToolContext } from "@squire/agent";
import { openHost } from "../../open.ts";
import { SessionCodeIndex } from "../session-code-index.ts";

/** What a session says and finds whose user cannot write the index. */
export type SearcherReport = {
  readonly notices: readonly string[];
  readonly found: readonly string[];
};

const NOBODY = 65_534;

if (import.meta.main) {
  const [home = "", cwd = "", ...queries] = process.argv.slice(2);
  // Root may write everywhere.
  if (process.getuid?.() === 0) {
    process.setgid?.(NOBODY);
    process.setuid?.(NOBODY);
  }
  const env = { SQUIRE_HOME: home, HOME: home, PATH: process.env["PATH"] ?? "" };
  const host = await openHost({ env, cwd, userHome: home, offline: true, warn: () => {} });
  const notices: string[] = [];
  const found: string[] = [];
  {
    await using index = new SessionCodeIndex({
      host,
      hasTools: true,
      folder: () => cwd,
      mayRead: () => true,
      isAttended: true,
      notice: (message) => notices.push(message),
      onTool: () => {},
    });
    const tool = index.tool();
    // The search looks at nothing else of the call.
    const context = { cwd, signal: new AbortController().signal } as ToolContext;
    for (const query of queries) {
      const prepared = tool?.prepare({ query });
      if (prepared?.ok !== true) throw new Error("no tool");
      found.push(JSON.stringify((await prepared.call.run(context)).content));
    }
  }
  const report: SearcherReport = { notices, found };
  process.stdout.write(JSON.stringify(report));
}
