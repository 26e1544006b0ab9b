import { readFile } from "node:fs/promises";
import type { Gateway, RunningGateway } from "@squire/gateway";
import type { Host } from "@squire/host";
import type { HostApi } from "@squire/host/api";
import { HostError } from "@squire/protocol/values";
import type { Io } from "../io.ts";
import { tokenPlace } from "./token-place.ts";
import { webFiles } from "./web-files.ts";

export type GatewayWish = {
  /** As it was typed; absent: as the settings say, or the next free one. */
  readonly port?: string;
  readonly host?: string;
  readonly withoutTls?: boolean;
  readonly role: RunningGateway["role"];
};

/** Ports above the usual one that are tried (C30). */
const SPARE = 20;

/**
 * A gateway over a host, announced to other processes of this user. Rejects with a `HostError` when it
 * cannot be. Closing it leaves the host as it is.
 */
export async function openGateway(
  { api, host, io }: { readonly api: HostApi; readonly host: Host; readonly io: Io },
  wish: GatewayWish,
): Promise<Gateway> {
  const { announce, startGateway } = await import("@squire/gateway");
  const { hostAudit } = await import("@squire/host/safety");
  const audit = hostAudit(host);
  const { gateway: settings } = host.loaded.settings;
  const { tokenFile, given, home } = await tokenPlace({ cwd: host.cwd }, io);
  const tls = await tlsOf(settings.tlsCert, settings.tlsKey);
  const fixed = wish.port === undefined ? null : readPort(wish.port);
  const gateway = await orRefuse(() =>
    startGateway({
      api,
      host: wish.host ?? settings.host,
      port: fixed ?? settings.port,
      spare: fixed === null ? SPARE : 0,
      origins: settings.origins,
      withoutTls: wish.withoutTls ?? false,
      tokenFile,
      files: webFiles,
      onAuth: (attempt) => void audit.append({ kind: "auth", ...attempt }).catch(() => {}),
      ...(given === undefined ? {} : { token: given }),
      ...(tls === null ? {} : { tls }),
    }),
  );
  const { url, wsUrl } = gateway;
  const here = { pid: process.pid, url, wsUrl, role: wish.role };
  const told = await announce(home, here).catch(async (error: unknown) => {
    // Nobody would find it, and nobody could close it.
    await gateway.close();
    const advice = `Check that ${home} can be written to.`;
    throw refused("The gateway could not tell others where it is.", advice, error);
  });
  return {
    ...gateway,
    get clients() {
      return gateway.clients;
    },
    close: async () => {
      await told[Symbol.asyncDispose]();
      await gateway.close();
    },
  };
}

async function tlsOf(cert: string | undefined, key: string | undefined) {
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined || key === undefined) {
    throw refused("gateway.tls_cert and gateway.tls_key go together.", "Set both.");
  }
  const [certText, keyText] = await Promise.all(
    [cert, key].map((file) =>
      readFile(file, "utf8").catch((error: unknown) => {
        throw refused(
          `${file} cannot be read.`,
          "Check gateway.tls_cert and gateway.tls_key.",
          error,
        );
      }),
    ),
  );
  return { cert: certText ?? "", key: keyText ?? "" };
}

function readPort(typed: string): number {
  const port = /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN;
  if (port <= 65_535) return port;
  throw refused(`"${typed.slice(0, 20)}" is no port.`, "Use a number from 0 to 65535.");
}

async function orRefuse(start: () => Promise<Gateway>): Promise<Gateway> {
  const { isTaken, UnsafeGateway } = await import("@squire/gateway");
  try {
    return await start();
  } catch (error) {
    if (error instanceof UnsafeGateway) {
      const advice =
        "Set gateway.tls_cert and gateway.tls_key, or add --without-tls if you mean it.";
      throw refused(error.message, advice, error);
    }
    if (isTaken(error)) {
      throw refused("The port is taken.", "Choose another with --port; 0 is any free one.", error);
    }
    const message = error instanceof Error ? error.message : String(error);
    throw refused(
      `The gateway could not start: ${message}`,
      "Check [gateway] in the settings.",
      error,
    );
  }
}

function refused(message: string, advice: string, cause?: unknown): HostError {
  return new HostError({ code: "config", message, advice, retryable: false }, { cause });
}
