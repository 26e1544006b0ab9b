/**
 * Whether a list of the user's opens a host (`web.allow_hosts`): `localhost:3000`, `nas.lan`,
 * `*.corp.example`, `[::1]:8080`. Without a port, all ports. What cannot be read opens nothing.
 */
export function allowHosts(list: readonly string[]): (host: string, port: number) => boolean {
  const entries = list.flatMap((text) => readEntry(text) ?? []);
  return (host, port) =>
    entries.some((entry) => {
      if (entry.port !== null && entry.port !== port) return false;
      return entry.below ? host.endsWith(`.${entry.host}`) : host === entry.host;
    });
}

type Entry = { readonly host: string; readonly port: number | null; readonly below: boolean };

function readEntry(text: string): Entry | null {
  const [, star, rest = ""] = /^(\*\.)?([^\s/?#@\\*]+)$/.exec(text.trim()) ?? [];
  const given = /^(.+?)(?::(\d{1,5}))?$/.exec(rest.startsWith("[") ? rest : rest.toLowerCase());
  const isBare6 = !rest.startsWith("[") && (rest.match(/:/g) ?? []).length > 1;
  // The same spelling that addresses have when they are asked for.
  const url = URL.parse(`http://${isBare6 ? `[${rest}]` : (given?.[1] ?? "")}/`);
  if (url === null || rest === "") return null;
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const port = isBare6 || given?.[2] === undefined ? null : Number(given[2]);
  return host === "" ? null : { host, port, below: star !== undefined };
}
