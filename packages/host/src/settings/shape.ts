import { isList, isTable, type KeyPath, type TomlTable, type TomlValue } from "./toml-value.ts";

/** `unfit`: not what belongs there, or missing. `unknown`: a key that its table does not have. */
export type Issue =
  | { readonly type: "unfit"; readonly path: KeyPath; readonly expected: string }
  | { readonly type: "unknown"; readonly path: KeyPath };

/**
 * What a setting may hold. Written by hand, since these are made at every start: a schema library
 * would take longer to load than everything else a run does before its first request.
 */
export type Shape<T> = {
  /** Everything that is wrong with a value; `undefined` stands for one that is missing. */
  issues(value: TomlValue | undefined, path: KeyPath): readonly Issue[];
  /** A value without issues as code reads it. */
  read(value: TomlValue): T;
  /** What judges the part at `step`; undefined when there cannot be one. */
  part?(step: string | number): Shape<unknown> | undefined;
  /** The keys of a table whose keys are fixed. */
  readonly keys?: readonly string[];
};

export type OutputOf<S> = S extends Shape<infer T> ? T : never;

/** A single value. `fault` says what was expected instead, or null when the value is fine. */
export function scalar<T>(fault: (value: TomlValue | undefined) => string | null): Shape<T> {
  return {
    issues(value, path) {
      const expected = fault(value);
      return expected === null ? [] : [unfit(path, expected)];
    },
    // It has just been checked.
    read: (value) => value as T,
  };
}

export function unfit(path: KeyPath, expected: string): Issue {
  return { type: "unfit", path, expected };
}

export const flag: Shape<boolean> = scalar((value) =>
  typeof value === "boolean" ? null : "true or false",
);

/** Text that passes a test; `expected` says in words which. */
export function textWhere(test: (text: string) => boolean, expected: string): Shape<string> {
  return scalar((value) => {
    if (typeof value !== "string") return "text in quotes";
    return test(value) ? null : expected;
  });
}

/** Text that is not empty. */
export const text = textWhere((value) => value !== "", "text that is not empty");

export function choice<const V extends string>(values: readonly V[]): Shape<V> {
  const known: ReadonlySet<unknown> = new Set(values);
  return scalar((value) => (known.has(value) ? null : `one of ${values.join(", ")}`));
}

export function number(min = -Infinity, max = Infinity): Shape<number> {
  return bounded("a number", Number.isFinite, { min, max });
}

export function whole(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Shape<number> {
  return bounded("a whole number", Number.isInteger, { min, max });
}

type Bounds = { readonly min: number; readonly max: number };

function bounded(
  words: string,
  test: (value: unknown) => boolean,
  { min, max }: Bounds,
): Shape<number> {
  return scalar((value) => {
    if (typeof value !== "number" || !test(value)) return words;
    if (value < min) return `a number of at least ${min}`;
    return value > max ? `a number at most ${max}` : null;
  });
}

export function list<T>(
  item: Shape<T>,
  { notEmpty = false }: { readonly notEmpty?: boolean } = {},
): Shape<readonly T[]> {
  return {
    issues(value, path) {
      if (!isList(value)) return [unfit(path, "a list")];
      if (notEmpty && value.length === 0) return [unfit(path, "a list that is not empty")];
      return value.flatMap((inner, index) => item.issues(inner, [...path, index]));
    },
    read: (value) => (isList(value) ? value : []).map((inner) => item.read(inner)),
    part: (step) => (typeof step === "number" ? item : undefined),
  };
}

/** A table whose keys the user makes up. */
export function map<T>(item: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return {
    issues(value, path) {
      if (!isTable(value)) return [unfit(path, "a table")];
      return Object.entries(value).flatMap(([key, inner]) => item.issues(inner, [...path, key]));
    },
    read: (value) =>
      Object.fromEntries(entriesOf(value).map(([key, inner]) => [key, item.read(inner)])),
    part: (step) => (typeof step === "string" ? item : undefined),
  };
}

type Shapes = { readonly [key: string]: Shape<unknown> };

type TableOf<R extends Shapes, O extends Shapes> = {
  readonly [K in keyof R]: OutputOf<R[K]>;
} & { readonly [K in keyof O]?: OutputOf<O[K]> };

/** A table whose keys are fixed. What is present is checked, in the order of the shapes. */
export function table<R extends Shapes, O extends Shapes>(
  required: R,
  optional: O,
): Shape<TableOf<R, O>> {
  const shapes: Shapes = { ...required, ...optional };
  const shapeOf = (key: string) => (Object.hasOwn(shapes, key) ? shapes[key] : undefined);
  return {
    keys: Object.keys(shapes),
    issues: (value, path) =>
      isTable(value) ? tableIssues(value, path, { shapes, required }) : [unfit(path, "a table")],
    // Each value is read by the shape that its key has in this type.
    read: (value) => readFields(value, shapes) as TableOf<R, O>,
    part: (step) => (typeof step === "string" ? shapeOf(step) : undefined),
  };
}

/** A table with the same shape under each of some keys. */
export function keyed<K extends string, T>(
  keys: readonly K[],
  shape: Shape<T>,
): Shape<{ readonly [Key in K]?: T }> {
  const shapes = Object.fromEntries(keys.map((key) => [key, shape])) as { [Key in K]: Shape<T> };
  return table({}, shapes);
}

type TableShapes = { readonly shapes: Shapes; readonly required: Shapes };

function tableIssues(value: TomlTable, path: KeyPath, { shapes, required }: TableShapes): Issue[] {
  const issues: Issue[] = [];
  for (const [key, shape] of Object.entries(shapes)) {
    const inner = Object.hasOwn(value, key) ? value[key] : undefined;
    if (inner === undefined && !Object.hasOwn(required, key)) continue;
    for (const issue of shape.issues(inner, [...path, key])) issues.push(issue);
  }
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(shapes, key)) issues.push({ type: "unknown", path: [...path, key] });
  }
  return issues;
}

function readFields(value: TomlValue, shapes: Shapes): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    entriesOf(value).flatMap(([key, inner]) => {
      const shape = Object.hasOwn(shapes, key) ? shapes[key] : undefined;
      return shape === undefined ? [] : [[key, shape.read(inner)] as const];
    }),
  );
}

function entriesOf(value: TomlValue): [string, TomlValue][] {
  return isTable(value) ? Object.entries(value) : [];
}

/** A text that stands for a longer form, or that form. */
export function textOr<T>(full: Shape<T>, expand: (text: string) => NoInfer<T>): Shape<T> {
  return {
    ...full,
    issues: (value, path) =>
      typeof value === "string" ? text.issues(value, path) : full.issues(value, path),
    read: (value) => (typeof value === "string" ? expand(value) : full.read(value)),
  };
}

/** The same values, in another form for code. */
export function converted<A, B>(shape: Shape<A>, convert: (value: A) => B): Shape<B> {
  return { ...shape, read: (value) => convert(shape.read(value)) };
}

/** The shape at a place; null when there is no such place. */
export function shapeAt(shape: Shape<unknown>, path: KeyPath): Shape<unknown> | null {
  let at: Shape<unknown> | undefined = shape;
  for (const step of path) at = at?.part?.(step);
  return at ?? null;
}
