import { literalOf, plainLiteralOf } from "../shell/word.ts";
import { baseName } from "../shell/unwrap.ts";
import { PATH_TOOLS } from "../rules/subject.ts";
import type { CommandReport, SegmentReport } from "./command-report.ts";
import { touchedPaths, type CallFacts } from "./facts.ts";
import type { PathFact } from "./path-fact.ts";
import { isWithin, isWritable, normalized } from "./paths.ts";
import type { GateWorkspace } from "./workspace.ts";

/** Folders without which the machine does not start. */
const SYSTEM =
  /^\/(?:bin|boot|dev|etc|home|lib\w*|opt|proc|root|run|sbin|srv|sys|usr|var|applications|library|system|users|volumes|private)?$|^[a-z]:\/?(?:windows|users|program files(?: \(x86\))?)?$/i;

const DISKS =
  /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|r?disk\d|mapper\/|dm-|md\d|loop|mem$|kmem$|port$)/;

/** Programs that make a disk empty, unless they only list. */
const FORMATS =
  /^(?:mkfs(?:\.\w+)?|mke2fs|mkswap|newfs\w*|fdisk|sfdisk|cfdisk|gdisk|sgdisk|parted|wipefs|blkdiscard|format(?:\.com)?)$/;
const FORMATS_WHEN: ReadonlyMap<string, RegExp> = new Map([
  [
    "diskutil",
    /\b(?:erase\w*|partitionDisk|reformat|zeroDisk|randomDisk|secureErase|deleteContainer)\b/i,
  ],
  ["cryptsetup", /\b(?:luksFormat|erase|luksErase)\b/],
  ["nvme", /\b(?:format|sanitize)\b/],
  ["hdparm", /--security-erase/],
]);

/** What never happens, whatever rules and settings say (PERM-15); null when nothing of it. */
export function floorProblem(facts: CallFacts, workspace: GateWorkspace): string | null {
  const paths = touchedPaths(facts);
  return (
    first(paths, (fact) => squireProblem(fact, workspace)) ??
    first(paths, (fact) => deleteProblem(fact, workspace)) ??
    first(paths, diskProblem) ??
    (facts.command === null ? null : commandProblem(facts.command)) ??
    (facts.cwd === null || isInside(facts.cwd, workspace) ? null : CWD) ??
    (PATH_TOOLS.has(facts.tool)
      ? first(facts.paths, (fact) => outsideProblem(fact, workspace))
      : null)
  );
}

/** Why the floor cannot be checked; null when it can. Then even `yolo` asks. */
export function floorDoubt({ command }: CallFacts): string | null {
  const deletes = command?.segments.some(({ paths }) =>
    paths.some(({ access, deep, path }) => access === "delete" && deep && path === null),
  );
  return deletes === true ? "what it deletes shows only when it runs" : null;
}

function changes({ access }: PathFact): boolean {
  return access === "write" || access === "delete";
}

/** The places a path may mean, lower case where the disk does not care. */
function placesOf({ path, real }: PathFact): readonly string[] {
  return [path, real].flatMap((place) => (place === null ? [] : [normalized(place)]));
}

/** Where keys are kept, with what the database lays beside it. */
const KEYS = /\/credentials\.db(?:-wal|-shm|-journal)?$/i;

function squireProblem(fact: PathFact, { squireHome, ignoresCase }: GateWorkspace): string | null {
  const own = placesOf(fact).filter((place) => isWithin(squireHome, place, ignoresCase));
  if (fact.access === "read" && own.some((place) => KEYS.test(place))) {
    return `${fact.spelled} holds your keys; nobody else reads them`;
  }
  if (!changes(fact)) return null;
  const isOwn = own.length > 0;
  return isOwn ? `${fact.spelled} is one of Squire's own files; only you can change these` : null;
}

function deleteProblem(
  fact: PathFact,
  { root, home, squireHome, ignoresCase }: GateWorkspace,
): string | null {
  if (fact.access !== "delete" || !fact.deep) return null;
  const hit = placesOf(fact).some(
    (place) =>
      SYSTEM.test(place) ||
      [home, squireHome].some((kept) => isWithin(place, kept, ignoresCase)) ||
      (isWithin(place, root, ignoresCase) && normalized(place) !== normalized(root)),
  );
  return hit ? `${fact.spelled} holds your home folder, the workspace or the system` : null;
}

function diskProblem(fact: PathFact): string | null {
  if (!changes(fact)) return null;
  return placesOf(fact).some((place) => DISKS.test(place)) ? `${fact.spelled} is a disk` : null;
}

function commandProblem({ analysis, segments }: CommandReport): string | null {
  if (analysis.forkBomb) return "a function that starts itself without end";
  return first(segments, formatProblem);
}

function formatProblem({ segment }: SegmentReport): string | null {
  const name = segment.program === null ? null : baseName(plainLiteralOf(segment.program));
  if (name === null) return null;
  const words = segment.args.map((word) => literalOf(word) ?? word.text);
  const lists = words.every((word) =>
    /^(?:-l|--list|--version|--help|-V|-h|print)$|^\/dev\//.test(word),
  );
  const harmless = lists && words.some((word) => !word.startsWith("/dev/"));
  const formats = FORMATS.test(name) && !harmless;
  return formats || FORMATS_WHEN.get(name)?.test(words.join(" ")) === true
    ? `${name} empties a disk`
    : null;
}

function outsideProblem(fact: PathFact, workspace: GateWorkspace): string | null {
  if (!changes(fact)) return null;
  return isInside(fact, workspace) ? null : `${fact.spelled} lies outside of the workspace`;
}

/** Where it really leads is what counts; the letters may name the workspace by another way. */
function isInside({ real }: PathFact, workspace: GateWorkspace): boolean {
  return real !== null && isWritable(real, workspace);
}

/** S21: what a call chooses to start in does not become the workspace. */
const CWD = "it would start outside of the workspace";

function first<T>(list: readonly T[], problem: (one: T) => string | null): string | null {
  for (const one of list) {
    const found = problem(one);
    if (found !== null) return found;
  }
  return null;
}
