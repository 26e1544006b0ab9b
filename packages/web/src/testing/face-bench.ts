import { Face } from "../face/face.ts";
import type { FirstState } from "../face/face-state.ts";
import type { WebPorts } from "../face/tools.ts";
import { FakeHost } from "./fake-host.ts";
import { freshState } from "./states.ts";

export type FaceBench = {
  readonly face: Face;
  readonly host: FakeHost;
  /** What the host was asked, by its method. */
  readonly asked: (method: string) => readonly unknown[];
  /** Until everything that waits for nothing is done. */
  readonly settle: () => Promise<void>;
};

type Options = {
  readonly first?: Partial<FirstState>;
  readonly ports?: Partial<WebPorts>;
  /** The host lets nobody in before that. */
  readonly until?: Promise<void>;
};

/** The page behind its elements without a browser, signed in to a host that the test plays. */
export async function openFace(options: Options = {}): Promise<FaceBench> {
  const host = new FakeHost(freshState());
  const ports: WebPorts = {
    connect: async (knocking) => {
      await options.until;
      return host.link(knocking);
    },
    kept: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    frame: (draw) => queueMicrotask(draw),
    now: () => 0,
    // What is put off never comes: no test waits.
    later: () => {},
    setHash: () => {},
    setTheme: () => {},
    copy: () => Promise.resolve(),
    makeAddress: () => "",
    dropAddress: () => {},
    ...options.ports,
  };
  const route = { page: "chat", sessionKey: "s1" } as const;
  const face = new Face(ports, { route, theme: "auto", panel: null, ...options.first }, () => {});
  // A turn of the loop comes after all promises that are kept already.
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  face.sign({ token: "t" });
  await settle();
  return {
    face,
    host,
    asked: (method) =>
      host.calls.filter((call) => call.method === method).map(({ params }) => params),
    settle,
  };
}
