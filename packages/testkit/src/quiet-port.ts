import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that the system hands out by itself. */
const FROM = 20_000;
const COUNT = 12_000;

/**
 * A free port for who gives it back and wants it again: nobody gets it meanwhile who takes any that
 * is free.
 */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = FROM + Math.floor(Math.random() * COUNT);
    const server = createServer();
    const isFree = once(server, "listening").then(
      () => true,
      () => false,
    );
    server.listen(port, "127.0.0.1");
    if (!(await isFree)) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
