import { modelSummariser, PROMPTS } from "@squire/agent";
import { SCOUT } from "@squire/llm";
import type { OpenSession } from "@squire/session";
import type { Host } from "../open.ts";
import { recordedSummariser } from "./recorded-summariser.ts";

const MAX_PROMPT = 2_000;
const MAX_TITLE = 80;
const MAX_OUTPUT = 60;

/**
 * Names a session from its first user message, with the model of the role `smol` (LOOP-28).
 * Without such a role the first line of the message stands for a title, and nobody is asked; scout makes one of its words. Never
 * rejects: a session without a title is no worse.
 */
export async function makeTitle(
  host: Host,
  session: OpenSession,
  message: string,
  signal: AbortSignal,
): Promise<void> {
  if (host.env["SQUIRE_NO_TITLE"] !== undefined || session.path === null) return;
  if (session.state().title !== null) return;
  try {
    const info = host.models.role("smol");
    if (info === null) {
      if (host.models.chosenProvider === SCOUT.name) await nameByItself(session, message);
      return;
    }
    const model = await host.models.open(info);
    const namer = recordedSummariser({
      session,
      summariser: modelSummariser(model, { window: info.contextWindow, maxTokens: MAX_OUTPUT }),
      kind: "title",
      costOf: (id, usage) => host.models.knownCost(id, usage),
    });
    const prompt = message.slice(0, MAX_PROMPT);
    const reply = await namer.ask({ system: PROMPTS.title, prompt }, { signal });
    const title = reply.ok ? titleFrom(reply.text) : "";
    // The user or an extension may have named it meanwhile.
    if (title === "" || session.state().title !== null) return;
    await session.append({ type: "title", title, by: "model" });
  } catch {
    // A log that fails is told by whoever needs it.
  }
}

/** Scout needs no request for it: the words of the question do. */
async function nameByItself(session: OpenSession, message: string): Promise<void> {
  const { scoutTitle } = await import("@squire/llm/scout");
  const title = scoutTitle(message).slice(0, MAX_TITLE);
  if (title !== "") await session.append({ type: "title", title, by: "model" });
}

function titleFrom(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.replaceAll(/^["'“”‘’#*\s]+|["'“”‘’*.\s]+$/g, "").slice(0, MAX_TITLE);
}
