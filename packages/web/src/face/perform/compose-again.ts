import { plural } from "@squire/client";
import type { MethodResult } from "@squire/protocol";
import { attachedImages } from "@squire/protocol/values";
import type { FaceTools } from "../tools.ts";

type Said = Pick<MethodResult<"rewind.apply">, "compose" | "composeImages">;
type Tools = Pick<FaceTools, "state" | "set" | "say">;

/** What was said comes back into the composer, in front of what was begun there meanwhile. */
export function composeAgain({ compose, composeImages = [] }: Said, tools: Tools): void {
  const { state, set, say } = tools;
  if (compose === undefined) return;
  const texts = [compose, state().draft].filter((text) => text.trim() !== "");
  set({ draft: texts.join("\n") });
  // Those that `@path` stands for are read again when it is sent.
  const images = attachedImages(composeImages).length;
  if (images === 0) return;
  const text = `${plural(images, "image")} of this message cannot come back into this page.`;
  say({ level: "warning", text, advice: "Name the file with `@path` to send it again." });
}
