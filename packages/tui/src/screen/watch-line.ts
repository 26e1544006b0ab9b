import type { TuiPorts } from "../tui-options.ts";

export type LineFace = {
  /** Since when the line is down; null: it is there. Told again each second while it is down. */
  show(lostAt: number | null): void;
  back(): void;
};

const SECOND_MS = 1_000;

/** Tells how it is with the line to the host. A line that is refused says so by the failures of its calls. */
export function watchLine(
  { now, setTimer, onLine }: Pick<TuiPorts, "now" | "setTimer" | "onLine">,
  face: LineFace,
): () => void {
  let lostAt: number | null = null;
  let stopTimer = (): void => {};
  const tick = (): void => {
    face.show(lostAt);
    stopTimer = setTimer(tick, SECOND_MS);
  };
  const deafen = onLine((state) => {
    if (state === "waiting") {
      if (lostAt !== null) return;
      lostAt = now();
      return tick();
    }
    if (lostAt === null) return;
    lostAt = null;
    stopTimer();
    face.show(null);
    if (state === "open") face.back();
  });
  return () => {
    stopTimer();
    deafen();
  };
}
