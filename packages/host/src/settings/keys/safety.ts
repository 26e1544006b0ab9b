import type { KeyGroup } from "../key-spec.ts";
import { choice, flag, list, table, text, textOr } from "../shape.ts";
import { seconds, texts } from "./shapes.ts";

/** `"bash(git push *)"`, or the same as a table when it needs a mark (PERM-2, PERM-16). */
const rules = list(textOr(table({ rule: text }, { tainted: flag }), (rule) => ({ rule })));

export const permissionKeys = {
  mode: {
    shape: choice(["ask", "allow", "deny"]),
    about: "What happens to a call that no rule covers and that is not read-only.",
    default: "ask",
  },
  // Of a project the first two always count, the third once the user trusts it (PERM-17).
  deny: {
    shape: rules,
    about: "Never.",
    default: [],
    example: ["bash(sudo *)"],
    project: true,
  },
  ask: {
    shape: rules,
    about: "Always ask.",
    default: [],
    example: ["bash(git push *)"],
    project: true,
  },
  allow: {
    shape: rules,
    about: "Without asking.",
    default: [],
    example: ["bash(npm test)"],
    project: true,
  },
  headless: {
    shape: choice(["deny", "allow"]),
    about: "What asking means when nobody is there.",
    default: "deny",
  },
  strict: { shape: flag, about: "Ask for every shell, browser and Python call.", default: false },
  taint: { shape: flag, about: "Ask again once untrusted text has been read.", default: true },
} satisfies KeyGroup;

export const approvalKeys = {
  timeout: {
    shape: seconds,
    about:
      "Seconds until an unanswered question counts as no; 0 = never; unset = 300 at the gateway.",
    example: 300,
  },
} satisfies KeyGroup;

export const sandboxKeys = {
  workspace_root: {
    shape: text,
    about: "Where files may be written; unset = the current folder.",
    example: "/home/me/project",
  },
  allow_write: { shape: texts, about: "More such places.", default: [], example: ["/tmp/build"] },
  bash: {
    shape: choice(["enforce", "auto", "off"]),
    about: "auto = confine commands where possible, enforce = or refuse them.",
    default: "auto",
  },
  network: { shape: flag, about: "Confined commands may use the network.", default: false },
  backend: {
    shape: choice(["auto", "container"]),
    about: "What confines them: the system's own means, or a container.",
    default: "auto",
  },
  image: { shape: text, about: "The container's image.", example: "docker.io/library/debian:12" },
} satisfies KeyGroup;
