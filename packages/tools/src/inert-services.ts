import type { ToolServices } from "./built-ins.ts";
import { createSeen } from "./files/create-seen.ts";
import type { FileTree } from "./files/file-tree.ts";
import { PendingActions } from "./resolve/pending-actions.ts";
import { scanCache } from "./search/scan/scan-cache.ts";
import type { WebServices } from "./web/web-tools.ts";
import { pageCache } from "./web-fetch/page-cache.ts";
import { openShell } from "./shell/shell.ts";
import type { Shell } from "./shell/shell.ts";

/** For whoever wants to know what tools say of themselves: nothing can be done with these. */
export function inertServices(shell: Shell = openShell()): ToolServices {
  const nothing = (): Promise<never> => Promise.reject(new Error("This tool only shows itself."));
  return {
    files: NO_FILES,
    seen: createSeen(),
    onChanged: () => {},
    shell,
    board: { plan: () => null, todos: () => [], changePlan: nothing, setTodos: nothing },
    trust: () => "review",
    headless: "stop",
    askUser: null,
    askTimeoutMs: 0,
    moveTo: nothing,
    web: inertWeb(nothing),
    images: { fetch: nothing, key: () => null },
    scans: scanCache(),
    ripgrep: () => Promise.resolve(null),
    parsers: { unavailable: () => null, load: nothing },
    pending: new PendingActions({ ids: () => "none" }),
  };
}

function inertWeb(nothing: () => Promise<never>): WebServices {
  const none = (): null => null;
  return {
    search: { fetch: nothing, order: () => [], access: { key: none, baseUrl: none } },
    fetch: {
      key: none,
      extractor: { extract: nothing, close: nothing },
      cache: pageCache(),
      fetch: nothing,
    },
  };
}

const NO_FILES = new Proxy<FileTree>(Object.create(null), {
  get() {
    throw new Error("This tool only shows itself.");
  },
});
