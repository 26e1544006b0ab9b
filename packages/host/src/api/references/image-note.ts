import type { SessionDesk } from "../desk.ts";

/** What somebody who sends images should know of the model; null: it sees them. */
export function imageNote({ live }: Pick<SessionDesk, "live">): string | null {
  const { provider, id, input } = live.controls.info;
  if (input.includes("image")) return null;
  return `${provider}/${id} takes no images, and is told so instead. /model chooses another.`;
}
