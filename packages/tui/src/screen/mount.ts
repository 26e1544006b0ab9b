import { EventEmitter } from "node:events";
import type { FrameSink } from "./frame-sink.ts";
import type { ScreenStore } from "./store.ts";

export type Mounted = { readonly unmount: () => void };

/** Loads Ink and draws the app into the sink. Ink sees no key and no terminal. */
export async function mountApp(store: ScreenStore, sink: FrameSink): Promise<Mounted> {
  const [{ render }, { createElement }, { App }] = await Promise.all([
    import("ink"),
    import("react"),
    import("./app.tsx"),
  ]);
  const instance = render(createElement(App, { store }), {
    // Ink needs a few fields of a stream and calls nothing else.
    stdout: sink as unknown as NodeJS.WriteStream,
    stdin: new EventEmitter() as unknown as NodeJS.ReadStream,
    stderr: sink as unknown as NodeJS.WriteStream,
    debug: true,
    interactive: true,
    patchConsole: false,
    exitOnCtrlC: false,
  });
  return { unmount: () => instance.unmount() };
}
