import type { SocketOptions } from "@squire/client";

type Open = NonNullable<SocketOptions["open"]>;

/** Sockets that can be torn, with whatever is on its way lost. */
export function tearable(): { readonly open: Open; tear(): void; readonly opened: number } {
  let current: (() => void) | null = null;
  let opened = 0;
  return {
    get opened() {
      return opened;
    },
    tear: () => current?.(),
    open: (url, ears) => {
      opened++;
      const socket = new WebSocket(url);
      let isTorn = false;
      socket.addEventListener("open", () => ears.opened());
      socket.addEventListener("message", ({ data }) => {
        if (!isTorn) ears.message(data);
      });
      socket.addEventListener("close", ({ code, reason }) => {
        if (!isTorn) ears.closed(code, reason);
      });
      current = () => {
        if (isTorn) return;
        isTorn = true;
        socket.close();
        ears.closed(1006, "");
      };
      return {
        send: (text) => socket.send(text),
        close: (code) => socket.close(code),
      };
    },
  };
}

/** Instead of waiting: everything else gets its turn, and no clock is asked. */
export function breath(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
