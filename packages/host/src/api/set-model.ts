import { modelKey } from "@squire/llm";
import type { MethodParams, MethodResult, ThinkingLevel } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import type { ChosenModel } from "../session/current-model.ts";
import { hostAudit } from "../safety/host-audit.ts";
import { setUserKey } from "../settings/write.ts";
import type { SessionDesk } from "./desk.ts";
import { refuse } from "./failures.ts";

type Wish = Omit<MethodParams<"models.set">, "sessionKey">;

type Chosen = { readonly model?: ChosenModel; readonly thinking?: ThinkingLevel };

/** Another model or thinking level, for the session or for its next turn alone (MODL-17). */
export async function setModel(desk: SessionDesk, wish: Wish): Promise<MethodResult<"models.set">> {
  const { temporary = false, keep = false } = wish;
  if (temporary && keep) {
    return refuse("invalid", "What is only for a turn is not kept.", "Leave one of them out.");
  }
  const { controls } = desk.live;
  const chosen = await choose(desk, wish);
  const { model, thinking } = chosen;
  if (temporary) {
    controls.lend(model === undefined && thinking === undefined ? null : chosen);
    return holds(desk, chosen);
  }
  if (model !== undefined) await controls.setModel(model);
  if (thinking !== undefined) await controls.setThinking(thinking);
  if (keep) await keepFor(desk, chosen);
  return holds(desk, chosen);
}

/** What was chosen, also where it holds only from the next turn on; the rest as it stands. */
function holds(desk: SessionDesk, { model, thinking }: Chosen): MethodResult<"models.set"> {
  const { model: now, thinking: level } = desk.state();
  const shown = thinking ?? level;
  return {
    model: model === undefined ? now : modelKey(model.info),
    ...(shown === undefined ? {} : { thinking: shown }),
  };
}

async function choose({ host }: SessionDesk, { model, thinking }: Wish): Promise<Chosen> {
  const choice = model === undefined ? null : await host.models.find(model);
  if (choice !== null && !choice.ok) throw new HostError(choice.failure);
  const level = thinking ?? choice?.thinking;
  const asked = choice === null ? null : choice.model;
  return {
    ...(asked === null
      ? {}
      : { model: { info: asked, model: await host.models.open(asked, { safetyNet: true }) } }),
    ...(level === undefined ? {} : { thinking: level }),
  };
}

/** In the user's file, for new sessions. Where that cannot be, it holds for this one all the same. */
async function keepFor(desk: SessionDesk, { model, thinking }: Chosen): Promise<void> {
  const { host } = desk;
  const keys = {
    ...(model === undefined ? {} : { default_model: modelKey(model.info) }),
    ...(thinking === undefined ? {} : { thinking }),
  };
  const file = { path: host.userFile };
  try {
    for (const [key, value] of Object.entries(keys)) {
      await hostAudit(host).append({ kind: "config", key, layer: host.userFile });
      await setUserKey(file, key, value);
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `It holds for this session only. ${why}`;
    desk.publish({ type: "warning.raised", code: "model.passing", message });
  }
}
