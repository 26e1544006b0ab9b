import { win32 } from "node:path";

/** How programs are found and started on Windows (SH-10). Nothing here touches the machine. */

export type Lookup = {
  readonly path: string;
  /** `PATHEXT`: the endings of programs, in order. */
  readonly pathExt: string;
  readonly isFile: (path: string) => boolean;
};

/** The file that a bare name means; null when there is none. The current folder is not searched. */
export function resolveProgram(name: string, { path, pathExt, isFile }: Lookup): string | null {
  const endings = pathExt.split(";").filter((ending) => ending !== "");
  const hasEnding = endings.some((ending) => name.toLowerCase().endsWith(ending.toLowerCase()));
  const names = hasEnding ? [name] : endings.map((ending) => name + ending.toLowerCase());
  const isBare = !/[\\/:]/.test(name);
  const folders = path.split(";").filter((folder) => folder !== "" && win32.isAbsolute(folder));
  const files = isBare
    ? folders.flatMap((folder) => names.map((one) => win32.join(folder, one)))
    : names;
  return files.find(isFile) ?? null;
}

export type Started = {
  readonly file: string;
  readonly args: readonly string[];
  /** The arguments go to the program as they are: they are quoted already. */
  readonly verbatim: boolean;
};

/** Batch files run in `cmd.exe` alone, which reads their arguments in its own way. */
export function startOf(file: string, args: readonly string[]): Started {
  if (!/\.(cmd|bat)$/i.test(file)) return { file, args, verbatim: false };
  return cmd([file, ...args].map(cmdWord).join(" "));
}

/** A command line for `cmd.exe` with both outputs in one, in UTF-8. */
export function cmdCommand(command: string): Started {
  return cmd(`chcp 65001>nul & (${command}) 2>&1`);
}

/** With `/s` the outermost quotes are taken off and the rest is left as it is. */
function cmd(line: string): Started {
  return { file: "cmd.exe", args: ["/d", "/s", "/c", `"${line}"`], verbatim: true };
}

/** One argument as `cmd.exe` and the program behind it read it: quotes are doubled. */
export function cmdWord(text: string): string {
  if (/[\r\n\0]/.test(text)) throw new Error("A batch file takes no argument with a line break.");
  if (text !== "" && /^[\w.:\\/=+,@-]+$/.test(text)) return text;
  const doubled = text
    .replaceAll('"', '""')
    // A backslash before a quote would escape it.
    .replace(/(\\+)(?=""|$)/g, "$1$1")
    // Quotes do not keep variables from being put in; an empty one in between does.
    .replaceAll("%", "%%cd:~,%");
  return `"${doubled}"`;
}

const UTF8_PRELUDE =
  "[Console]::OutputEncoding=[System.Text.UTF8Encoding]::new($false);$OutputEncoding=[Console]::OutputEncoding;";

export function powershellCommand(script: string): Started {
  const args = ["-NoProfile", "-NonInteractive", "-Command", `${UTF8_PRELUDE}${script}`];
  return { file: "powershell.exe", args, verbatim: false };
}

const GIT_FOLDERS = ["cmd", "mingw64\\bin", "usr\\bin"];

/** `PATH` with the folders of Git for Windows behind it, each folder once. */
export function windowsPath(path: string, gitRoot: string | null): string {
  const git = gitRoot === null ? [] : GIT_FOLDERS.map((folder) => win32.join(gitRoot, folder));
  const seen = new Set<string>();
  return [...path.split(";"), ...git]
    .filter((folder) => {
      const name = folder.replace(/[\\/]+$/, "").toLowerCase();
      if (name === "" || seen.has(name)) return false;
      seen.add(name);
      return true;
    })
    .join(";");
}
