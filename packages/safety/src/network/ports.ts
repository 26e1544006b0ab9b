import type { Socket } from "node:net";

export type NetworkPorts = {
  /** Every address of a name; rejects when there is none. Asked once for each hop. */
  resolve(host: string): Promise<readonly string[]>;
  /** Begins to connect. The host is an address that was checked, or that of the user's own proxy. */
  dial(host: string, port: number): Socket;
  /** Null = directly. */
  proxyFor(url: string): string | null;
  /** PEM texts of all authorities to trust; null = the usual ones. */
  authorities(): Promise<readonly string[] | null>;
  readonly clock: {
    timer(ms: number, fire: () => void): { cancel(): void };
  };
};

export type NetworkRules = {
  /** Whether the user opened a host that is not public, or a port that is not for the web. */
  readonly allow?: (host: string, port: number) => boolean;
  /** Why the user's rules forbid a URL; null when they do not. Asked for every hop. */
  readonly refuse?: (url: string) => string | null;
  /** Nothing but opened hosts on this machine and its networks (SEC-10). */
  readonly offline?: boolean;
};
