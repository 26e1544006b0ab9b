import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { notChanged, pageReply } from "./reply.ts";

/** A file of the web face by its path without the first slash. */
export type WebFile = { readonly type: string; readonly bytes: Uint8Array };
export type WebFiles = ReadonlyMap<string, WebFile>;

type Packed = { readonly tag: string; readonly zipped: Uint8Array | null };

/** The bundler puts a hash of what is in a file into its name. */
const HASHED = /^assets\/.+-[0-9a-z]{8,}\.\w+$/;
const WORTH_ZIPPING = /^(?:text\/|application\/json|image\/svg)/;
const FEWEST_BYTES = 1024;

/** Gives out the files of the page: zipped for who takes it, and only once to who keeps them. */
export class PageFiles {
  readonly #files: () => Promise<WebFiles>;
  /** Packed once, when first asked for. */
  readonly #packed = new WeakMap<WebFile, Promise<Packed>>();

  constructor(files: () => Promise<WebFiles>) {
    this.#files = files;
  }

  /** Null: there is no such file. `socket` is the address that the page may talk to. */
  async answer(path: string, request: Request, socket: string): Promise<Response | null> {
    const file = (await this.#files()).get(path);
    if (file === undefined) return null;
    const { tag, zipped } = await this.#pack(file);
    const kept = {
      etag: tag,
      vary: "accept-encoding",
      // What has another content has another name; all else is asked for each time.
      "cache-control": HASHED.test(path) ? "private, max-age=31536000, immutable" : "no-cache",
    };
    if (hasIt(request, tag)) return notChanged(socket, kept);
    if (zipped === null || !takesGzip(request)) return pageReply(file, socket, kept);
    const headers = { ...kept, "content-encoding": "gzip" };
    return pageReply({ type: file.type, bytes: zipped }, socket, headers);
  }

  #pack(file: WebFile): Promise<Packed> {
    const packed = this.#packed.get(file) ?? pack(file);
    this.#packed.set(file, packed);
    return packed;
  }
}

async function pack({ type, bytes }: WebFile): Promise<Packed> {
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  const isWorthIt = WORTH_ZIPPING.test(type) && bytes.length >= FEWEST_BYTES;
  const zipped = isWorthIt ? await promisify(gzip)(bytes, { level: 9 }) : null;
  // Weak: it is the same file, zipped or not.
  return { tag: `W/"${hash}"`, zipped };
}

function hasIt(request: Request, tag: string): boolean {
  const known = request.headers.get("if-none-match") ?? "";
  return known.split(",").some((one) => one.trim() === tag);
}

function takesGzip(request: Request): boolean {
  const taken = request.headers.get("accept-encoding") ?? "";
  return taken.split(",").some((one) => /^\s*gzip\s*(?:;(?!\s*q=0(?:\.0*)?\s*$).*)?$/i.test(one));
}
