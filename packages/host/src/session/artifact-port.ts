import type { ArtifactPort, ArtifactStream } from "@squire/agent";
import { RedactingSink } from "@squire/safety";
import type { Redactor } from "@squire/safety";
import { artifactsFolder, nodeTreeDisk, openArtifacts } from "@squire/session";
import type { OpenSession } from "@squire/session";
import { systemClock } from "@squire/platform";

type About = Parameters<ArtifactPort["stream"]>[0];

/**
 * Artifacts beside the log, without the secrets in them (SEC-1, S27); a session that keeps nothing
 * keeps no artifacts either.
 */
export function artifactPort(
  { path }: Pick<OpenSession, "path">,
  redactor: Redactor,
): ArtifactPort {
  if (path === null) {
    const nowhere = () => Promise.reject(new Error("This session keeps nothing on disk."));
    return { save: nowhere, stream: nowhere };
  }
  const ports = { disk: nodeTreeDisk(), clock: systemClock, ids: () => crypto.randomUUID() };
  const store = openArtifacts(ports, artifactsFolder(path));
  return {
    async save(content, about) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      const { id } = await store.put(infoOf(about), isText(about) ? clean(bytes, redactor) : bytes);
      return { id };
    },
    async stream(about) {
      const kept = await store.create(infoOf(about));
      return isText(about) ? redacted(kept, redactor) : kept;
    },
  };
}

function infoOf({ name = "output", mimeType = TEXT }: About) {
  return { tool: name, contentType: mimeType };
}

const TEXT = "text/plain; charset=utf-8";

/** Pictures and the like are kept as they are. */
function isText({ mimeType = TEXT }: About): boolean {
  return /^(?:text\/|application\/(?:.*json|.*xml|javascript))/.test(mimeType);
}

// A character for each byte: what is no text in between keeps its bytes.
const lettersOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const bytesOf = (letters: string): Uint8Array => Buffer.from(letters, "latin1");

function clean(bytes: Uint8Array, { redact }: Redactor): Uint8Array {
  return bytesOf(redact(lettersOf(bytes)));
}

/** A secret is found wherever the pieces are cut. */
function redacted(kept: ArtifactStream, redactor: Redactor): ArtifactStream {
  let ready = "";
  const sink = new RedactingSink(redactor, (text) => void (ready += text));
  const flush = async (): Promise<void> => {
    const letters = ready;
    ready = "";
    if (letters !== "") await kept.write(bytesOf(letters));
  };
  return {
    async write(bytes) {
      sink.push(lettersOf(bytes));
      await flush();
    },
    async finish() {
      sink.end();
      await flush();
      return kept.finish();
    },
    abort: () => kept.abort(),
  };
}
