import { psTable, windowsTable } from "./listed-tables.ts";
import { procFiles } from "./proc-files.ts";
import type { ProcessList, ProcessTable } from "./process-info.ts";

export function processTable(): ProcessTable {
  switch (process.platform) {
    case "linux":
      return procFiles;
    case "win32":
      return windowsTable;
    default:
      return psTable;
  }
}

export function listProcesses(since: number): ProcessList {
  try {
    return processTable().list(since);
  } catch {
    return { all: [], isSteady: true };
  }
}
