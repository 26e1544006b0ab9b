import { contextView } from "@squire/session";
import { loadRules } from "../../rules/load-rules.ts";
import { rulesInView } from "../../rules/session-rules.ts";
import type { Handlers } from "../handlers.ts";

export const ruleHandlers: Handlers<"rules.list"> = {
  "rules.list": async ({ sessionKey }, { host, desks }) => {
    const desk = sessionKey === undefined ? null : await desks.get(sessionKey);
    const { rules, problems, untrusted } = await loadRules(desk?.host ?? host);
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
      problems,
      untrusted,
    };
  },
};
