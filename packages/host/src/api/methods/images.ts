import { Buffer } from "node:buffer";
import type { SessionDesk } from "../desk.ts";
import { refuse } from "../failures.ts";
import type { Handlers } from "../handlers.ts";
import { attachImage, attachImageFile } from "../references/attach-image.ts";
import type { AttachedImage, ImageSource } from "../references/attach-image.ts";
import { imageNote } from "../references/image-note.ts";
import { placeOf } from "../references/with-references.ts";
import { artifactPort } from "../../session/artifact-port.ts";

export const imageHandlers: Handlers<"images.attach"> = {
  "images.attach": async ({ sessionKey, path, data, name = "image" }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const keep = keeper(desk);
    if (path === undefined && data === undefined) {
      return refuse("invalid", "No image is named.", "Give path or data.");
    }
    // Whoever drags a file means this one: it may lie anywhere. Rules that deny reading hold.
    const attached =
      path === undefined
        ? await attachImage({ bytes: Buffer.from(data ?? "", "base64"), name, keep })
        : await attachImageFile(path, { ...placeOf(desk), outside: true }, { keep });
    const { content, name: shown } = imageOf(attached, path ?? name);
    const note = imageNote(desk);
    return { content, name: shown, ...(note === null ? {} : { note }) };
  },
};

function imageOf(attached: AttachedImage, name: string): Extract<AttachedImage, { type: "image" }> {
  if (attached.type === "image") return attached;
  const code = attached.type === "missing" ? "not_found" : "invalid";
  return refuse(code, `${name.slice(0, MOST_NAME)} was not attached: ${attached.why}.`);
}

const MOST_NAME = 200;

/** What is dragged may be gone tomorrow: it is kept beside the log, as it came. */
function keeper({ session, live }: SessionDesk): NonNullable<ImageSource["keep"]> {
  return async (bytes, mimeType) => {
    if (session.path === null) return null;
    const artifacts = artifactPort(session, live.workbench.redactor);
    // A full disk costs the artifact, not the message.
    const about = { callId: "", name: "image", mimeType };
    return artifacts.save(bytes, about).then(
      ({ id }) => id,
      () => null,
    );
  };
}
