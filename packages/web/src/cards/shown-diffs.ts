import type { ToolItem, View } from "@squire/client";

type Preview = NonNullable<ToolItem["preview"]>;

/** The diffs of a call that waits, where they show all that it changes; otherwise none. */
export function shownDiffs({ live }: Pick<View, "live">, callId: string): readonly string[] {
  const item = live.find((one) => one.kind === "tool" && one.callId === callId);
  if (item?.kind !== "tool" || item.preview === null) return [];
  return isWhole(item.preview) ? item.preview.files.map(({ diff }) => diff) : [];
}

/** Every line that is counted stands there: none was cut off, and no file has only its heads. */
export function isWhole({ whole, files }: Preview): boolean {
  return (
    whole && files.length > 0 && files.every((file) => changedLines(file.diff) === counted(file))
  );
}

function counted({ added, removed }: Preview["files"][number]): number {
  const count = added + removed;
  return count === 0 ? Number.NaN : count;
}

function changedLines(diff: string): number {
  const start = diff.indexOf("\n@@");
  return start < 0 ? 0 : (diff.slice(start).match(/^[+-]/gm) ?? []).length;
}
