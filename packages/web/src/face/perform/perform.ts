import type { Intent } from "../intent.ts";
import type { FaceTools, Performers } from "../tools.ts";
import { answerPerformers } from "./answers.ts";
import { dialPerformers } from "./dials.ts";
import { lookPerformers } from "./look.ts";
import { pagePerformers } from "./page.ts";
import { sessionPerformers } from "./sessions.ts";
import { talkPerformers } from "./talk.ts";

const PERFORMERS: Performers<Intent["type"]> = {
  ...answerPerformers,
  ...dialPerformers,
  ...lookPerformers,
  ...pagePerformers,
  ...sessionPerformers,
  ...talkPerformers,
};

/** Carries a wish out. Rejects with a `HostError`. */
export async function performIntent<T extends Intent["type"]>(
  intent: Extract<Intent, { readonly type: T }>,
  tools: FaceTools,
): Promise<void> {
  // The table has a performer of exactly this wish under its name.
  const perform = PERFORMERS[intent.type] as (
    one: Intent,
    tools: FaceTools,
  ) => Promise<void> | void;
  await perform(intent, tools);
}
