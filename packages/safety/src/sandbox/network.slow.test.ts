import { describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import {
  has,
  noBubblewrap,
  openGround,
  withMounts,
  without,
  type Ground,
  type Weaken,
} from "./testing/sandbox-ground.ts";

/** Somebody outside who notices when he is reached. */
type Canary = AsyncDisposable & { readonly port: number; touched(): Promise<boolean> };

const GRACE_MS = 300;

function listener(server: Server): { touched(): Promise<boolean> } {
  const first = once(server, "connection");
  return {
    async touched() {
      const { promise: late, resolve } = Promise.withResolvers<false>();
      const timer = setTimeout(() => resolve(false), GRACE_MS);
      const seen = await Promise.race([first.then(() => true), late]);
      clearTimeout(timer);
      return seen;
    },
  };
}

async function tcpCanary(
  at: { readonly path: string } | { readonly port: number },
): Promise<Canary> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.end("canary\n", () => socket.destroy());
  });
  const ear = listener(server);
  if ("path" in at) mkdirSync(dirname(at.path), { recursive: true });
  server.listen("path" in at ? at : { ...at, host: "127.0.0.1" });
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    touched: () => ear.touched(),
    [Symbol.asyncDispose]: () => new Promise<void>((done) => void server.close(() => done())),
  };
}

/** Null when the port cannot be had. */
async function udpCanary(port: number): Promise<Canary | null> {
  const socket = createSocket("udp4");
  let seen = false;
  socket.on("message", () => (seen = true));
  const bound = await new Promise<boolean>((resolve) => {
    socket.once("error", () => resolve(false));
    socket.bind(port, "127.0.0.1", () => resolve(true));
  });
  if (!bound) return null;
  return {
    port: socket.address().port,
    async touched() {
      for (let tries = 0; tries < 30; tries++) {
        if (seen) return true;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return false;
    },
    [Symbol.asyncDispose]: () => new Promise<void>((done) => void socket.close(done)),
  };
}

const TOOLS: readonly { readonly name: string; readonly script: (port: number) => string }[] = [
  { name: "curl", script: (port) => `curl -sS -m 3 http://127.0.0.1:${port}/` },
  { name: "wget", script: (port) => `wget -qO- -T 3 -t 1 http://127.0.0.1:${port}/` },
  { name: "bash", script: (port) => `exec 3<>/dev/tcp/127.0.0.1/${port} && echo x >&3` },
  { name: "nc", script: (port) => `echo x | nc -w 2 127.0.0.1 ${port}` },
  { name: "git", script: (port) => `timeout 5 git ls-remote git://127.0.0.1:${port}/x` },
  { name: "ssh", script: (port) => `timeout 5 ssh -p ${port} -o BatchMode=yes 127.0.0.1 true` },
  {
    name: "perl",
    script: (port) =>
      `perl -MSocket -e 'socket(S,PF_INET,SOCK_STREAM,0)&&connect(S,sockaddr_in(${port},inet_aton("127.0.0.1")))&&syswrite(S,"x") or exit 1'`,
  },
];

const network = without("--unshare-net");

describe.skipIf(noBubblewrap !== null)(`network (${noBubblewrap ?? "bubblewrap"})`, () => {
  for (const { name, script } of TOOLS.filter((tool) => has(tool.name))) {
    test(`SBX-2 (part): S18: no connection with ${name}`, async () => {
      await using ground = await openGround();
      await using canary = await tcpCanary({ port: 0 });
      const ran = await ground.run(script(canary.port));
      expect(ran.exitCode).not.toBe(0);
      expect(await canary.touched()).toBe(false);

      await ground.run(script(canary.port), network);
      expect(await canary.touched()).toBe(true);
    });
  }

  test("S18: no datagram leaves", async () => {
    await using ground = await openGround();
    await using canary = await udpCanary(0);
    if (canary === null) throw new Error("no port for the canary");
    const script = `exec 3<>/dev/udp/127.0.0.1/${canary.port} && echo x >&3`;
    await ground.run(script);
    expect(await canary.touched()).toBe(false);
    await ground.run(script, network);
    expect(await canary.touched()).toBe(true);
  });

  test("S18: no name is asked for, so none can carry a secret", async () => {
    await using canary = await udpCanary(53);
    if (canary === null) return; // Port 53 is for root, or taken.
    await using ground = await openGround({ "home/resolv.conf": "nameserver 127.0.0.1\n" });
    const file = join(ground.home, "resolv.conf");
    const server = withMounts("--ro-bind", file, "/etc/resolv.conf");
    const script = "timeout 2 getent ahosts secret.example.test";
    await ground.run(script, server);
    expect(await canary.touched()).toBe(false);
    await ground.run(script, (argv) => network(server(argv)));
    expect(await canary.touched()).toBe(true);
  });

  test.skipIf(!has("ping"))("S18: ping reaches nobody", async () => {
    await using ground = await openGround();
    expect((await ground.run("ping -c1 -W1 1.1.1.1")).exitCode).not.toBe(0);
  });

  test("SBX-2 (part): the network is there when it is allowed", async () => {
    await using ground = await openGround({}, { network: true });
    await using canary = await tcpCanary({ port: 0 });
    expect(ground.sandbox.name).toBe("bubblewrap, network allowed");
    await ground.run(`exec 3<>/dev/tcp/127.0.0.1/${canary.port}`);
    expect(await canary.touched()).toBe(true);
  });

  test("inside, programs still reach each other", async () => {
    await using ground = await openGround();
    const script = `perl -MIO::Socket::INET -e '$s=IO::Socket::INET->new(Listen=>1,LocalAddr=>"127.0.0.1") or die; if(fork){$c=$s->accept;print <$c>}else{$c=IO::Socket::INET->new(PeerAddr=>"127.0.0.1",PeerPort=>$s->sockport);print $c "hello\n"}'`;
    if (has("perl")) expect((await ground.run(script)).stdout).toBe("hello\n");
  });
});

/** Says something into a socket, by path or by a name without a file. */
const knock = (socket: string): string =>
  `perl -MSocket -e 'socket(S,PF_UNIX,SOCK_STREAM,0) or exit 1; connect(S,sockaddr_un("${socket}")) or exit 2; print scalar <S>'`;

type SocketCase = {
  readonly name: string;
  readonly path: (ground: Ground) => string;
  readonly hole: (ground: Ground) => Weaken;
};

const SOCKETS: readonly SocketCase[] = [
  {
    name: "docker's, in the home folder",
    path: ({ home }) => join(home, ".docker/run/docker.sock"),
    hole: ({ home }) => withMounts("--ro-bind", join(home, ".docker"), join(home, ".docker")),
  },
  {
    name: "any that somebody listens on",
    path: ({ home }) => join(home, "some/agent.sock"),
    hole: ({ home }) => withMounts("--ro-bind", join(home, "some"), join(home, "some")),
  },
  {
    name: "an agent's, in /tmp",
    path: () => `/tmp/squire-agent-${process.pid}/s`,
    hole: () => withMounts("--ro-bind", "/tmp", "/tmp"),
  },
];

describe.skipIf(noBubblewrap !== null || !has("perl"))("sockets", () => {
  for (const { name, path, hole } of SOCKETS) {
    test(`S28: out of reach: ${name}`, async () => {
      await using ground = await openGround();
      await using canary = await tcpCanary({ path: path(ground) });
      const script = knock(path(ground));
      expect((await ground.run(script)).stdout).toBe("");
      expect(await canary.touched()).toBe(false);
      expect((await ground.run(script, hole(ground))).stdout).toBe("canary\n");
    });
  }

  test("S28: names without a file belong to the network and are gone with it", async () => {
    await using ground = await openGround();
    const name = `\\0squire-${process.pid}`;
    const server = spawn("perl", [
      "-MSocket",
      "-e",
      `$|=1; socket(S,PF_UNIX,SOCK_STREAM,0); bind(S,sockaddr_un("${name}")) or die; listen(S,5); print "up\n"; while(accept(C,S)){syswrite(C,"canary\n");close C}`,
    ]);
    try {
      await once(server.stdout, "data");
      expect((await ground.run(knock(name))).stdout).toBe("");
      expect((await ground.run(knock(name), network)).stdout).toBe("canary\n");
    } finally {
      server.kill("SIGKILL");
    }
  });
});
