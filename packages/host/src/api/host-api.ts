import type {
  EventEnvelope,
  HostConnection,
  MethodName,
  MethodParams,
  MethodResult,
  PresenceClient,
  WhoConnects,
} from "@squire/protocol";
import { parseParams } from "@squire/protocol/wire";
import { systemClock } from "@squire/platform";
import type { Host } from "../open.ts";
import type { DeskInput } from "./desk-input.ts";
import { Desks } from "./desks.ts";
import { hostErrorOf, refuse } from "./failures.ts";
import { handlers } from "./all-handlers.ts";
import type { Scene, Share } from "./handlers.ts";
import { interruptible } from "./interruptible.ts";
import { leaseDesks } from "./leased-desks.ts";
import { refuseBeyond } from "./reach.ts";

export type HostApiInput = {
  /** Of the folder that new sessions belong to. */
  readonly host: Host;
  /** Hosts of other folders, with the settings that hold there; absent: sessions stay in this one. */
  readonly hostAt?: (cwd: string) => Promise<Host>;
  readonly version: string;
  /** Opens a gateway over this host; a face passes it in. */
  readonly share?: Share;
  /** `gateway`: nobody may be there when the gate asks (PERM-11). */
  readonly face?: DeskInput["face"];
  /** What every session of this process begins with: flags. */
  readonly wishes?: DeskInput["wishes"];
};

/** The host as faces get it: whatever one face can do, all can (invariant 10). Whoever opens it closes it. */
export type HostApi = AsyncDisposable & {
  /** One client: its name stands behind every answer it gives. */
  connect(who: WhoConnects): HostConnection;
  /** Stops turns and jobs and lets all sessions go. */
  close(): Promise<void>;
};

export function openHostApi(input: HostApiInput): HostApi {
  const { host, version, share, face = "terminal", wishes = {} } = input;
  const hostAt = hostsOf(input);
  const desks = new Desks({ host, hostAt, face, wishes });
  const startedAt = systemClock.now();
  const connections = new Set<HostConnection>();
  const close = async (): Promise<void> => {
    for (const connection of connections) await connection.close();
    await desks.closeAll();
  };
  return {
    connect: ({ face: kind, clientId = crypto.randomUUID(), reach = "here" }) => {
      const client: PresenceClient = { clientId, face: kind, since: systemClock.now() };
      const connection = connect({ host, desks, client, reach, share, version, startedAt }, () => {
        connections.delete(connection);
      });
      connections.add(connection);
      return connection;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Setting = Omit<Scene, "desks"> & { readonly desks: Desks };

function connect(scene: Setting, onClose: () => void): HostConnection {
  const gone = new AbortController();
  const table = handlers(call);
  async function call<M extends MethodName>(
    method: M,
    params: MethodParams<M>,
  ): Promise<MethodResult<M>> {
    try {
      if (gone.signal.aborted) return refuse("unsupported", "This client has left.");
      const parsed = parseParams(method, params);
      if (!parsed.ok) return refuse("invalid", parsed.message);
      refuseBeyond(scene.reach, parsed.call);
      const handle = table[method];
      using lease = leaseDesks(scene.desks);
      const { desks } = lease;
      // The params were checked against the schema of this very method.
      return await handle(parsed.call.params as MethodParams<M>, { ...scene, desks });
    } catch (error) {
      throw hostErrorOf(error);
    }
  }
  return {
    clientId: scene.client.clientId,
    call,
    events: (sessionKey, fromSeq = 0, stream) =>
      interruptible(gone.signal, (signal) =>
        follow(scene, { sessionKey, fromSeq, stream, signal }),
      ),
    close: async () => {
      gone.abort();
      onClose();
    },
  };
}

type Wanted = {
  readonly sessionKey: string;
  readonly fromSeq: number;
  /** What it was counted in. */
  readonly stream: string | undefined;
  readonly signal: AbortSignal;
};

async function* follow(
  { desks, client }: Setting,
  { sessionKey, fromSeq, stream, signal }: Wanted,
): AsyncGenerator<EventEnvelope, void, void> {
  try {
    const { desk, there } = await entered(desks, sessionKey, client);
    using _there = there;
    yield* desk.feed.read(desk.feed.placeOf(fromSeq, stream), signal);
  } catch (error) {
    throw hostErrorOf(error);
  }
}

/** From here on the watcher keeps it open. */
async function entered(desks: Desks, sessionKey: string, client: PresenceClient) {
  using lease = leaseDesks(desks);
  const desk = await lease.desks.get(sessionKey);
  return { desk, there: desk.enter(client) };
}

function hostsOf({ host, hostAt }: HostApiInput): (cwd: string) => Promise<Host> {
  const known = new Map([[host.cwd, Promise.resolve(host)]]);
  return (cwd) => {
    const there = known.get(cwd);
    if (there !== undefined) return there;
    if (hostAt === undefined) {
      return refuse("unsupported", `This host works in ${host.cwd} only.`, `Start it in ${cwd}.`);
    }
    const opening = hostAt(cwd);
    known.set(cwd, opening);
    opening.catch(() => known.delete(cwd));
    return opening;
  };
}
