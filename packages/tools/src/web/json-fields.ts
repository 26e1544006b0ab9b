/** Any value's field; undefined where there is none. */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** Text of the first field that has some, or "". */
export function textField(value: unknown, ...names: readonly string[]): string {
  for (const name of names) {
    const found = field(value, name);
    if (typeof found === "string" && found !== "") return found;
  }
  return "";
}

export function numberField(value: unknown, name: string): number | undefined {
  const found = field(value, name);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}
