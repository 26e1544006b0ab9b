import type { ClipboardImage } from "@squire/tui";
import { runQuietly } from "./run-quietly.ts";
import type { QuietRun } from "./run-quietly.ts";

type Env = Readonly<Record<string, string | undefined>>;
type Run = (argv: readonly string[]) => Promise<QuietRun>;

/** A clipboard may have to ask another program, and a picture may be large. */
const MOST_MS = 5_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** One way to a clipboard: null when its program is not there. */
type Way = (run: Run) => Promise<ClipboardImage | null>;

const NOTHING = "There is no image in the clipboard.";
const INSTEAD = "Drag the file onto the terminal, or name it with @.";

/**
 * The image in the desktop's clipboard (TUI-13). Nothing is believed of what a program writes: it is
 * an image by its first bytes, or none. Never rejects.
 */
export async function readClipboardImage(
  env: Env,
  platform: NodeJS.Platform = process.platform,
): Promise<ClipboardImage> {
  const run: Run = (argv) => runQuietly(argv, { env, ms: MOST_MS, bytes: MOST_BYTES });
  const { ways, needs } = waysOf(env, platform);
  let found: ClipboardImage | null = null;
  for (const way of ways) {
    found = (await way(run)) ?? found;
    if (found !== null && found.type !== "none") return found;
  }
  if (found !== null) return found;
  const why = ways.length === 0 ? "there is no display" : `that needs ${needs}`;
  return { type: "none", why: `The clipboard cannot be read: ${why}. ${INSTEAD}` };
}

type Ways = { readonly ways: readonly Way[]; readonly needs: string };

function waysOf(env: Env, platform: NodeJS.Platform): Ways {
  if (platform === "darwin") return { ways: [pngpaste, osascript], needs: "osascript" };
  if (platform === "win32") return { ways: [powershell(windowsShell(env))], needs: "PowerShell" };
  const isWayland = Boolean(env["WAYLAND_DISPLAY"]);
  const ways = [
    ...(isWayland ? [wayland] : []),
    ...(env["DISPLAY"] ? [x11] : []),
    // Linux on Windows: its clipboard is the one of Windows.
    ...(env["WSL_DISTRO_NAME"] ? [powershell("powershell.exe")] : []),
  ];
  return { ways, needs: isWayland ? "wl-paste (wl-clipboard)" : "xclip" };
}

const wayland: Way = offered(["wl-paste", "--list-types"], (type) => [
  "wl-paste",
  "--no-newline",
  "--type",
  type,
]);

const x11: Way = offered(["xclip", "-selection", "clipboard", "-o", "-t", "TARGETS"], (type) => [
  "xclip",
  "-selection",
  "clipboard",
  "-o",
  "-t",
  type,
]);

const TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/bmp"];
const FILES = "text/uri-list";

/** A clipboard that says first in which forms it has something. */
function offered(list: readonly string[], read: (type: string) => readonly string[]): Way {
  return async (run) => {
    const types = await run(list);
    if (types.type === "absent") return null;
    const names = types.type === "done" ? types.output.toString("utf8").split(/\s+/) : [];
    const type = TYPES.find((one) => names.includes(one));
    if (type !== undefined) return imageIn(await run(read(type)));
    // A file manager copies names.
    return names.includes(FILES) ? namesIn(await run(read(FILES))) : none();
  };
}

const pngpaste: Way = async (run) => {
  const made = await run(["pngpaste", "-"]);
  return made.type === "absent" ? null : imageIn(made);
};

/** Comes with macOS; it writes `«data PNGf89504E47…»`. */
const osascript: Way = async (run) => {
  const made = await run(["osascript", "-e", "get the clipboard as «class PNGf»"]);
  if (made.type === "absent") return null;
  if (made.type === "failed") return none();
  const [, hex = ""] = /«data PNGf([0-9A-F]+)»/i.exec(made.output.toString("utf8")) ?? [];
  return imageIn({ type: "done", output: Buffer.from(hex, "hex") });
};

/** A file that the user may have put into a project must not be taken for it. */
function windowsShell(env: Env): string {
  const root = env["SystemRoot"] ?? env["SYSTEMROOT"] ?? "C:\\Windows";
  return `${root}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`;
}

const SCRIPT = [
  "Add-Type -AssemblyName System.Windows.Forms,System.Drawing",
  "$image = [System.Windows.Forms.Clipboard]::GetImage()",
  "if ($image -eq $null) { exit 1 }",
  "$bytes = New-Object System.IO.MemoryStream",
  "$image.Save($bytes, [System.Drawing.Imaging.ImageFormat]::Png)",
  "[Convert]::ToBase64String($bytes.ToArray())",
].join("; ");

function powershell(program: string): Way {
  return async (run) => {
    const made = await run([program, "-NoProfile", "-NonInteractive", "-STA", "-Command", SCRIPT]);
    if (made.type === "absent") return null;
    if (made.type === "failed") return none();
    return imageIn({ type: "done", output: Buffer.from(made.output.toString("latin1"), "base64") });
  };
}

function imageIn(run: QuietRun): ClipboardImage {
  if (run.type !== "done" || !isImage(run.output)) return none();
  return { type: "image", data: run.output.toString("base64") };
}

function namesIn(run: QuietRun): ClipboardImage {
  return run.type === "done" ? { type: "named", text: run.output.toString("utf8") } : none();
}

function none(): ClipboardImage {
  return { type: "none", why: NOTHING };
}

/** PNG, JPEG, GIF, WebP, BMP. */
function isImage(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 12).toString("latin1");
  return /^(?:\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|RIFF[^]{4}WEBP|BM)/.test(start);
}
