export type DiskError = Error & { readonly code: string };

/** An error as `node:fs` would throw it. */
export function diskError(code: string, operation: string, path: string): DiskError {
  return Object.assign(new Error(`${code}: ${operation} '${path}'`), { code });
}
