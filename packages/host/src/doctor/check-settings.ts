import type { Host } from "../open.ts";
import { policyOf, ruleProblemText } from "../safety/policy.ts";
import { formatProblem } from "../settings/problem.ts";
import { fail, ok, warn, type Check } from "./check.ts";

/** What the settings say and nobody understands (CFG-2). */
export function checkSettings(host: Host): Promise<readonly Check[]> {
  const { loaded, fatal, models } = host;
  const { problems: rules } = policyOf({ loaded });
  const checks = [
    ...(fatal === null ? [] : [fail("settings", fatal.message, fatal.advice)]),
    ...loaded.problems.map((problem) => fail("settings", formatProblem(problem))),
    ...loaded.warnings.map((problem) => warn("settings", formatProblem(problem))),
    ...models.problems.map(({ message }) => fail("settings", message)),
    ...models.fallbackProblems().map((message) => warn("settings", message)),
    ...rules.map((problem) => fail("rules", ruleProblemText(problem))),
  ];
  const files = loaded.layers.flatMap(({ name, origin, status }) =>
    (name === "user" || name === "project") && status === "ok" ? [origin] : [],
  );
  const read = files.length === 0 ? "no settings file; defaults are used" : files.join(", ");
  return Promise.resolve(checks.length === 0 ? [ok("settings", read)] : checks);
}
