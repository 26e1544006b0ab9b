/** What a client hears of its socket. */
export type SocketEars = {
  opened(): void;
  message(data: unknown): void;
  closed(code: number, reason: string): void;
};

/** A WebSocket, as far as a client needs one: that of a browser, or of any other runtime. */
export type ClientSocket = {
  send(text: string): void;
  close(code?: number): void;
};

export function openSocket(url: string, ears: SocketEars): ClientSocket {
  const socket = new WebSocket(url);
  socket.addEventListener("open", () => ears.opened());
  socket.addEventListener("message", ({ data }) => ears.message(data));
  socket.addEventListener("close", ({ code, reason }) => ears.closed(code, reason));
  return {
    send: (text) => socket.send(text),
    close: (code) => socket.close(code),
  };
}
