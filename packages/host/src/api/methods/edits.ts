import type { MethodParams } from "@squire/protocol";
import type { Handlers } from "../handlers.ts";
import { refuse } from "../failures.ts";
import { waitingEdits } from "../standing.ts";

type Names = "edits.list" | "edits.apply" | "edits.discard" | "taint.clear" | "permissions.allow";

export const editHandlers: Handlers<Names> = {
  "edits.list": async ({ sessionKey }, { desks }) => ({
    edits: waitingEdits((await desks.get(sessionKey)).live),
  }),

  // Not beside a turn: the files that it works on would change under it.
  "edits.apply": async ({ sessionKey, which }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const results = await desk.exclusively((signal) =>
      desk.live.applyEdits(wordsOf(which), signal),
    );
    if (results.length === 0) return nothingWaits(which);
    return {
      results: results.map(({ path, status, message }) => {
        return { path, status, ...(message === null ? {} : { message }) };
      }),
    };
  },

  "edits.discard": async ({ sessionKey, which }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const gone = await desk.exclusively(() => desk.live.discardEdits(wordsOf(which)));
    if (gone.length === 0) return nothingWaits(which);
    return { edits: waitingEdits({ queuedEdits: () => gone }) };
  },

  "taint.clear": async ({ sessionKey }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const { active } = desk.live.workbench.taint();
    if (!active) return { ok: false };
    await desk.work(async () => {
      // An entry must not come between a call and its outcome.
      await desk.whenQuiet();
      await desk.live.untaint();
    });
    return { ok: true };
  },

  "permissions.allow": async ({ sessionKey, command }, { desks }) => {
    const words = command.trim();
    if (words === "" || /[\n\r]/.test(words)) {
      return refuse("invalid", "That is not the beginning of a command.", "Write it in one line.");
    }
    const desk = await desks.get(sessionKey);
    await desk.work(() => desk.live.allowCommand(words));
    return { ok: true };
  },
};

type Which = MethodParams<"edits.apply">["which"];

function wordsOf(which: Which): string {
  return which === undefined ? "" : String(which);
}

function nothingWaits(which: Which): never {
  if (which === undefined) return refuse("not_found", "No edit waits.");
  return refuse(
    "not_found",
    `No edit ${wordsOf(which)} waits.`,
    "/apply without a number takes all.",
  );
}
