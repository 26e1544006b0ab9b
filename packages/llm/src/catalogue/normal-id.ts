/** `4.6` and `4-6` are the same version, and case never tells two models apart. */
export function normalId(id: string): string {
  return id
    .trim()
    .toLowerCase()
    .replace(/(?<=\d)\.(?=\d)/g, "-");
}

/** An id without the maker in front: `anthropic/claude-x` → `claude-x`. */
export function withoutMaker(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}

/** The `provider/id` that names one concrete model everywhere. */
export function modelKey(model: { readonly provider: string; readonly id: string }): string {
  return `${model.provider}/${model.id}`;
}
