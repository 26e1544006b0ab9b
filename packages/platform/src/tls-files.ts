import { promises } from "node:fs";
import type { Env } from "./env.ts";

export type TlsFiles = {
  readonly ca?: readonly string[];
  readonly cert?: string;
  readonly key?: string;
};

/** A certificate or key that was named but cannot be used. `code` is `ERR_TLS_FILE`. */
export class TlsFileError extends Error {
  readonly code = "ERR_TLS_FILE";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "TlsFileError";
  }
}

/**
 * Authorities to trust beside the usual ones, and the certificate to show when a server asks for
 * one (PROV-24). Null when nothing is set. Values are paths, or PEM text with `\n` for line breaks.
 */
export async function readTlsFiles(env: Env, extraCa?: string): Promise<TlsFiles | null> {
  const named = await pem(env, "NODE_EXTRA_CA_CERTS", "CERTIFICATE");
  const cert = await pem(env, "CLAUDE_CODE_CLIENT_CERT", "CERTIFICATE");
  const ownKey = await pem(env, "CLAUDE_CODE_CLIENT_KEY", "KEY");
  // Both may be in one file.
  const key = ownKey ?? (cert !== undefined && isPem(cert, "KEY") ? cert : undefined);
  if ((cert === undefined) !== (key === undefined)) {
    const [has, needs] = cert === undefined ? ["KEY", "CERT"] : ["CERT", "KEY"];
    throw new TlsFileError(`CLAUDE_CODE_CLIENT_${has} needs CLAUDE_CODE_CLIENT_${needs} beside it`);
  }
  const authorities = [named, extraCa].filter((text) => text !== undefined);
  if (authorities.length === 0 && cert === undefined) return null;
  return {
    ...(authorities.length === 0 ? {} : { ca: [...(await usualAuthorities()), ...authorities] }),
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
  };
}

/** Naming any authority replaces all, so the usual ones have to be named as well. */
async function usualAuthorities(): Promise<readonly string[]> {
  const { rootCertificates } = await import("node:tls");
  return rootCertificates;
}

async function pem(env: Env, name: string, kind: string): Promise<string | undefined> {
  const value = env[name]?.trim() ?? "";
  if (value === "") return undefined;
  const text = value.includes("-----BEGIN")
    ? value.replaceAll("\\n", "\n")
    : await read(name, value);
  if (!isPem(text, kind)) throw new TlsFileError(`${name} holds no PEM ${kind.toLowerCase()}`);
  return text;
}

async function read(name: string, path: string): Promise<string> {
  try {
    return await promises.readFile(path, "utf8");
  } catch (cause) {
    throw new TlsFileError(`${name} names ${path}, which cannot be read`, { cause });
  }
}

function isPem(text: string, kind: string): boolean {
  return new RegExp(`-----BEGIN [A-Z ]*${kind}-----`).test(text);
}
