import type { FaceTools } from "../tools.ts";

type Tools = Pick<FaceTools, "client" | "state" | "set">;

/** The tree of the session in view, when somebody looks at it. */
export async function loadTree({ client, state, set }: Tools): Promise<void> {
  const { panel, view } = state();
  if (panel !== "tree" || view === null) return;
  const { sessionId } = view;
  const tree = await client().call("sessions.tree", { sessionKey: sessionId });
  // Somebody may have gone to another session meanwhile.
  if (state().view?.sessionId === sessionId) set({ tree });
}
