import type { ValueKind } from "../commands.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { shortLine } from "../output/figures.ts";
import type { Candidate } from "./complete.ts";

const MOST = 200;
const ID_CHARS = 8;

/** The values of a kind that are there now. Reads this machine only, and asks nobody. */
export async function lookUp(kind: ValueKind, io: Io): Promise<readonly Candidate[]> {
  switch (kind) {
    case "model":
      return models(io);
    case "provider":
      return providers(io);
    case "session":
    case "transcript":
      return sessions(io);
    case "setting":
      return settings(io);
    case "tool":
      return tools(io);
    case "schema": {
      const { toJsonSchemas } = await import("@squire/protocol/wire");
      return Object.keys(toJsonSchemas()).map((value) => ({ value, about: "" }));
    }
    case "command":
    case "file":
    case "folder":
      return [];
  }
}

function hostHere(io: Io) {
  const quiet: Io = { ...io, stderr: { write: () => {}, isTty: false } };
  return openHostFor({ offline: true, verbose: false }, quiet);
}

async function models(io: Io): Promise<readonly Candidate[]> {
  const { models: access } = await hostHere(io);
  const all = access.registry.models;
  const usable = all.filter((model) => access.isAvailable(model));
  return (usable.length > 0 ? usable : all).map(({ provider, id, name }) => ({
    value: `${provider}/${id}`,
    about: name === id ? "" : name,
  }));
}

async function providers(io: Io): Promise<readonly Candidate[]> {
  const { models: access } = await hostHere(io);
  return access.registry.providers.map(({ name, label }) => ({ value: name, about: label ?? "" }));
}

async function settings(io: Io): Promise<readonly Candidate[]> {
  const [{ loaded }, { listKeys }] = await Promise.all([hostHere(io), import("@squire/host")]);
  return listKeys(loaded).map(({ key }) => ({ value: key, about: "" }));
}

async function tools(io: Io): Promise<readonly Candidate[]> {
  const [host, { listTools }] = await Promise.all([hostHere(io), import("@squire/host/workbench")]);
  return (await listTools(host)).tools.map(({ name, effect }) => ({ value: name, about: effect }));
}

/** The newest of this folder; a name where it has one, else the beginning of its id. */
async function sessions(io: Io): Promise<readonly Candidate[]> {
  const { openSessions } = await import("@squire/host");
  const { home, cwd } = await hostHere(io);
  const { store } = await openSessions(
    home,
    () => {},
    () => {},
  );
  const { sessions: found } = await store.list(cwd);
  return found.slice(0, MOST).map(({ id, name, title }) => ({
    value: name ?? id.slice(0, ID_CHARS),
    about: shortLine(title ?? "", 50),
  }));
}
