import type { SessionDesk } from "./desk.ts";
import type { Desks } from "./desks.ts";

/** The sessions as one call has them. */
export type LeasedDesks = Pick<
  Desks,
  "create" | "get" | "idOf" | "opened" | "all" | "close" | "store" | "learner"
>;

export type Lease = Disposable & { readonly desks: LeasedDesks };

/**
 * What a call has got stays open until the call is over, although nobody watches it. A session that
 * is let go in the very moment is opened again.
 */
export function leaseDesks(desks: Desks): Lease {
  const held = new DisposableStack();
  const hold = (desk: SessionDesk): boolean => {
    if (desk.isClosing) return false;
    held.use(desk.hold());
    return true;
  };
  const got = async (key: string): Promise<SessionDesk> => {
    for (;;) {
      const desk = await desks.get(key);
      if (hold(desk)) return desk;
      await desks.close(desk);
    }
  };
  return {
    desks: {
      store: desks.store,
      learner: desks.learner,
      create: async (wanted) => {
        const { desk, resumed } = await desks.create(wanted);
        return hold(desk) ? { desk, resumed } : { desk: await got(desk.id), resumed };
      },
      get: got,
      idOf: (key) => desks.idOf(key),
      opened: async (id) => {
        const desk = await desks.opened(id);
        return desk !== null && hold(desk) ? desk : null;
      },
      all: async () => (await desks.all()).filter(hold),
      close: (desk) => desks.close(desk),
    },
    [Symbol.dispose]: () => held.dispose(),
  };
}
