import { openHost } from "../../open.ts";
import { clearProject, forgetMemory } from "../forget.ts";
import { openMemory } from "../open-memory.ts";
import { projectOf } from "../project-of.ts";
import { refreshMemory } from "../refresh.ts";

/** What a user who cannot write the index hears when they want something forgotten. */
const NOBODY = 65_534;

if (import.meta.main) {
  const [home = "", cwd = "", ...names] = process.argv.slice(2);
  // Root may write everywhere.
  if (process.getuid?.() === 0) {
    process.setgid?.(NOBODY);
    process.setuid?.(NOBODY);
  }
  const env = { SQUIRE_HOME: home, HOME: home };
  const host = await openHost({ env, cwd, userHome: home, offline: true, warn: () => {} });
  using memory = await openMemory(host, { notice: () => {}, wordsOnly: true });
  if (memory === null) throw new Error("memory is off");
  const { index } = memory;
  const outcomeOf = async (done: Promise<unknown>): Promise<string> =>
    done.then(String, (error: unknown) => String(error));
  const outcomes = [await outcomeOf(refreshMemory(host, index))];
  for (const name of names) outcomes.push(await outcomeOf(forgetMemory(host, index, name)));
  outcomes.push(await outcomeOf(clearProject(host, index, projectOf(host) ?? "")));
  process.stdout.write(JSON.stringify(outcomes));
}
