import { modelKey } from "@squire/llm";
import type { AgentEvent } from "@squire/protocol";
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

type Way = {
  readonly toId: string | null;
  readonly summarise?: boolean;
  readonly instructions?: string;
};

/** The same for the user, with notes on what is left behind where they are wanted (CMP-12). */
export async function goTo(desk: SessionDesk, way: Way, signal: AbortSignal) {
  const { host, session } = desk;
  const { navigate } = await import("../session/navigate.ts");
  const dials = dialsOf(desk);
  const emit = (event: AgentEvent): void => desk.publish(event);
  const went = await navigate({ host, session, signal, emit, ...way });
  const { leafId } = session.tree;
  if (went.type === "here") return { moved: false, leafId, reason: "It is there already." };
  if (went.type === "cancelled") return { moved: false, leafId, reason: went.reason };
  await keepDials(desk, dials);
  await session.flush();
  desk.branchChanged();
  const notes = went.summary === null ? {} : { summary: went.summary };
  return { moved: true, leafId: session.tree.leafId, ...notes };
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
