/**
 * A part of a path as the most forgiving disk sees it: without regard to case, to how letters are
 * composed, to characters nobody sees, to dots and blanks at the end, to a stream behind a colon.
 */
export function plainPart(part: string): string {
  const [name = ""] = part.replaceAll(/\p{Cf}/gu, "").split(":", 1);
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[. ]+$/, "");
}

/** Whether some disk would take a part of a path for this name. */
export function spells(part: string, name: string): boolean {
  const plain = plainPart(part);
  return plain === name || isShortFor(plain, name);
}

/** Windows has a second name of eight characters for long ones: `GIT~1` is `.git`. */
function isShortFor(plain: string, name: string): boolean {
  const stem = /^(.{1,6})~\d+(?:\.\w{1,3})?$/.exec(plain)?.[1];
  if (stem === undefined) return false;
  const [first = ""] = name.replace(/^\.+/, "").split(".");
  return first.slice(0, 6).startsWith(stem) && (stem.length === 6 || stem === first);
}
