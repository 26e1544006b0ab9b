import type { PageFile } from "./bundle-page.ts";

type Packed = Readonly<Record<string, { readonly type: string; readonly base64: string }>>;

/** Files as one, to be put into the program. */
export function packFiles(files: ReadonlyMap<string, PageFile>): Uint8Array {
  const table = [...files].map(([path, { type, bytes }]) => {
    return [path, { type, base64: Buffer.from(bytes).toString("base64") }] as const;
  });
  return new TextEncoder().encode(JSON.stringify(Object.fromEntries(table)));
}

/** The files that `packFiles` has packed. */
export function unpackFiles(packed: Uint8Array): ReadonlyMap<string, PageFile> {
  // Our own build has written it, and its hash was checked.
  const table = JSON.parse(new TextDecoder().decode(packed)) as Packed;
  return new Map(
    Object.entries(table).map(([path, { type, base64 }]) => {
      return [path, { type, bytes: Uint8Array.from(Buffer.from(base64, "base64")) }];
    }),
  );
}
