/** A deep copy that nobody can change any more. Only for plain JSON-like values. */
export function frozenCopy<T>(value: T): T {
  return frozen(structuredClone(value));
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) frozen(inner);
    Object.freeze(value);
  }
  return value;
}
