/** Reading values that came from JSON and may be anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** Null for what is no object. */
export function fieldsOf(value: unknown): Fields | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return value as Fields;
}

/** Null for what is no JSON object; never throws. */
export function parseFields(text: string): Fields | null {
  return fieldsOf(parseJson(text));
}

/** Deeper values serve nobody, and whatever walks them would run out of stack. */
const MAX_DEPTH = 500;

/** Undefined for what is no JSON, or nested beyond reason. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    level = level.flatMap((item) =>
      typeof item === "object" && item !== null ? Object.values(item) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

export function textAt(fields: Fields | null, key: string): string | undefined {
  const value = own(fields, key);
  return typeof value === "string" ? value : undefined;
}

export function numberAt(fields: Fields | null, key: string): number | undefined {
  const value = own(fields, key);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A number of things: whole and not below zero. */
export function countAt(fields: Fields | null, key: string): number | undefined {
  const value = numberAt(fields, key);
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

export function fieldsAt(fields: Fields | null, key: string): Fields | null {
  return fieldsOf(own(fields, key));
}

export function listAt(fields: Fields | null, key: string): readonly unknown[] {
  const value = own(fields, key);
  return Array.isArray(value) ? value : [];
}

/** What an object itself holds, never what it inherits. */
export function own(fields: Fields | null, key: string): unknown {
  if (fields === null) return undefined;
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}
