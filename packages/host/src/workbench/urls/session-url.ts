import { ToolError } from "@squire/agent";
import { LogError, projectKey } from "@squire/session";
import type { ReadSession } from "@squire/session";
import { stat } from "node:fs/promises";
import type { Found, UrlPlaces } from "./places.ts";

/** The text of a longer one would fill the memory. */
const MOST_LOG_BYTES = 256 * 1024 * 1024;

/**
 * `session://<id>`: what was said and done in a session of this folder, as Markdown. Those of other
 * folders stay closed: a model that is led astray here must not carry off what was said there.
 */
export async function sessionText(places: UrlPlaces, rest: string): Promise<Found> {
  const key = rest.replace(/\/$/, "");
  const { header, tree } =
    key === places.session.header.id ? places.session : await stored(places, key);
  const branch = tree.branch();
  const { exportMarkdown } = await import("@squire/session/exchange");
  const { redact } = places.redactor;
  const text = exportMarkdown({ header, branch }, { include: ["tools"], redact });
  const untrusted = branch.some(
    (entry) => entry.type === "tool_result" && entry.details.untrusted === true,
  );
  return { type: "text", text, untrusted };
}

async function stored(
  { home, session }: UrlPlaces,
  key: string,
): Promise<Pick<ReadSession, "header" | "tree">> {
  const { sessionStore } = await import("../../sessions.ts");
  const store = sessionStore(home);
  try {
    const { id, path } = await store.find(key, session.header.cwd);
    const { size } = await stat(path);
    if (size > MOST_LOG_BYTES) throw new ToolError(`The session ${id} is too long to be read.`);
    const found = await store.read(id);
    if (projectKey(found.header.cwd) === projectKey(session.header.cwd)) return found;
    throw new ToolError(
      `The session ${id} belongs to another folder. The user can look at it with squire session show.`,
    );
  } catch (error) {
    if (error instanceof LogError) throw new ToolError(error.message, { cause: error });
    throw error;
  }
}
