import { Face } from "../face/face.ts";
import type { FirstState } from "../face/face-state.ts";
import type { WebPorts } from "../face/tools.ts";
import { FakeHost } from "./fake-host.ts";
import { freshState } from "./states.ts";

export type FaceBench = {
  readonly face: Face;
  readonly host: FakeHost;
  /** What was put into the address bar. */
  readonly hashes: readonly string[];
  /** What the host was asked, by its method. */
  asked(method: string): readonly unknown[];
  /** Until everything that waits for nothing is done. */
  settle(): Promise<void>;
  /** Does at once what was put off. */
  passTime(): Promise<void>;
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
  const hashes: string[] = [];
  const waiting: (() => void)[] = [];
  const ports: WebPorts = {
    connect: async (knocking) => {
      await options.until;
      return host.link(knocking);
    },
    kept: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    frame: (draw) => queueMicrotask(draw),
    now: () => 0,
    later: (_, run) => void waiting.push(run),
    setHash: (hash) => void hashes.push(hash),
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
    hashes,
    asked: (method) =>
      host.calls.filter((call) => call.method === method).map(({ params }) => params),
    settle,
    passTime: async () => {
      for (const run of waiting.splice(0)) run();
      await settle();
    },
  };
}
