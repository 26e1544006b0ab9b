/** Ends every `switch` over a union: a new variant becomes a type error here. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected variant: ${JSON.stringify(value)}`);
}
