import { modelKey } from "@squire/llm";
import { recordOpening } from "../session/resume.ts";
import type { SessionDesk } from "./desk.ts";

/** Moves the end of the branch. What the user has set stays set, whatever the other branch says. */
export async function moveLeaf(desk: SessionDesk, targetId: string | null): Promise<void> {
  const { session } = desk;
  const dials = dialsOf(desk);
  await session.append({ type: "leaf", targetId });
  await keepDials(desk, dials);
  await session.flush();
  desk.branchChanged();
}

export type Dials = ReturnType<typeof dialsOf>;

/** To be read before a branch is left, and kept after it. */
export function dialsOf({ live, session }: SessionDesk) {
  const { agent, controls } = live;
  const { thinking } = agent.settings.request;
  return {
    model: modelKey(controls.info),
    mode: agent.settings.mode,
    trust: session.state().trust ?? live.trust,
    ...(thinking === undefined ? {} : { thinking }),
  };
}

export function keepDials({ session }: SessionDesk, dials: Dials): Promise<void> {
  return recordOpening(session, dials);
}
