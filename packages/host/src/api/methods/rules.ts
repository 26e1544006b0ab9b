import { contextView } from "@squire/session";
import { loadPrompts } from "../../rules/load-prompts.ts";
import { loadRules } from "../../rules/load-rules.ts";
import { rulesInView } from "../../rules/session-rules.ts";
import type { Handlers } from "../handlers.ts";

export const ruleHandlers: Handlers<"rules.list"> = {
  "rules.list": async ({ sessionKey }, { host, desks }) => {
    const desk = sessionKey === undefined ? null : await desks.get(sessionKey);
    const here = desk?.host ?? host;
    const { rules, problems, untrusted } = await loadRules(here);
    const prompts = await loadPrompts(here);
    const view = () => contextView(desk?.session.tree.view() ?? []);
    const loaded = desk === null ? [] : rulesInView({ session: desk.session, view });
    return {
      rules: rules.map(({ path, owner, when, description }) => ({
        path,
        owner,
        when: when.type,
        globs: when.type === "touched" ? when.globs : [],
        description,
        loaded: when.type === "always" || loaded.includes(path),
      })),
      problems: [...problems, ...prompts.problems],
      untrusted,
    };
  },
};
