import type { MethodResult } from "@squire/protocol";
import type { ArtifactState } from "../face-state.ts";
import type { FaceTools, Performers } from "../tools.ts";

/** The most of an output that is loaded to be read. */
const MOST_TEXT = 256 * 1024;
const MOST_BYTES = 32 * 1024 * 1024;

/** Looking at what is behind something. */
export const lookPerformers: Performers<
  "why" | "artifact" | "artifact.whole" | "job.output" | "job.stop"
> = {
  why: async ({ callId }, { client, session, set }) => {
    const why = await client().call("why.get", { callId, sessionKey: await session() });
    set({ dialog: { type: "why", why } });
  },
  artifact: async ({ artifactId }, tools) => {
    const sessionKey = await tools.session();
    const first = await tools.client().call("artifacts.get", { artifactId, sessionKey });
    const artifact: ArtifactState = {
      artifactId,
      contentType: first.contentType,
      size: first.size,
      text: first.encoding === "utf8" ? first.data : null,
      address: null,
      complete: first.nextOffset === null,
    };
    tools.set({ dialog: { type: "artifact", artifact } });
    if (first.contentType.startsWith("image/")) await loadWhole(artifact, tools);
    else if (artifact.text !== null && !artifact.complete)
      await readOn(artifact, first.nextOffset, tools);
  },
  "artifact.whole": async (_, tools) => {
    const { dialog } = tools.state();
    if (dialog?.type === "artifact") await loadWhole(dialog.artifact, tools);
  },
  "job.output": async ({ jobId }, { client, session, set }) => {
    const { job, text } = await client().call("jobs.output", {
      sessionKey: await session(),
      jobId,
    });
    const body = text === "" ? "It has written nothing yet." : text;
    set({ dialog: { type: "text", title: job.command, text: fenced(body) } });
  },
  "job.stop": async ({ jobId }, { client, session }) => {
    await client().call("jobs.stop", { sessionKey: await session(), jobId });
  },
};

function fenced(text: string): string {
  return `\`\`\`\`\`\n${text.replaceAll("`````", "'''''")}\n\`\`\`\`\``;
}

function isShown({ state }: FaceTools, artifactId: string): boolean {
  const { dialog } = state();
  return dialog?.type === "artifact" && dialog.artifact.artifactId === artifactId;
}

async function readOn(start: ArtifactState, from: number | null, tools: FaceTools): Promise<void> {
  let [offset, text] = [from, start.text ?? ""];
  while (offset !== null && text.length < MOST_TEXT && isShown(tools, start.artifactId)) {
    const sessionKey = await tools.session();
    const asked = { artifactId: start.artifactId, sessionKey, offset };
    const part = await tools.client().call("artifacts.get", asked);
    text += part.data;
    offset = part.nextOffset;
  }
  if (!isShown(tools, start.artifactId)) return;
  const artifact = { ...start, text, complete: offset === null };
  tools.set({ dialog: { type: "artifact", artifact } });
}

/** All of it as an address of this page: a picture is shown from there, anything else saved. */
async function loadWhole(artifact: ArtifactState, tools: FaceTools): Promise<void> {
  const bytes = await readWhole(artifact.artifactId, tools);
  if (!isShown(tools, artifact.artifactId)) return;
  // A page of a stranger must not be opened as one: everything but pictures is plain bytes.
  const isPicture = /^image\/(?:png|jpeg|gif|webp|avif)$/.test(artifact.contentType);
  const type = isPicture ? artifact.contentType : "application/octet-stream";
  const address = tools.ports.makeAddress(bytes, type);
  tools.set({ dialog: { type: "artifact", artifact: { ...artifact, address } } });
}

async function readWhole(artifactId: string, tools: FaceTools): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const sessionKey = await tools.session();
  let offset: number | null = 0;
  for (let size = 0; offset !== null && size < MOST_BYTES;) {
    const part: MethodResult<"artifacts.get"> = await tools
      .client()
      .call("artifacts.get", { artifactId, sessionKey, offset });
    const { encoding, data, nextOffset } = part;
    const bytes = encoding === "base64" ? fromBase64(data) : new TextEncoder().encode(data);
    parts.push(bytes);
    size += bytes.length;
    offset = nextOffset;
  }
  return joined(parts);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
