import { join } from "node:path";
import { loadSettings, type LoadedSettings, type LoadInput } from "../load.ts";
import type { FileText, ReadText } from "../read-text.ts";

export const HOME = "/home/me/.squire";
export const USER_FILE = join(HOME, "config.toml");
export const PROJECT_FILE = "/home/me/work/app/squire.toml";

type Files = Readonly<Record<string, string | FileText>>;

/** Files that exist only in a test. */
export function filesFrom(files: Files): ReadText {
  return (path) => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    if (file === undefined) return Promise.resolve({ type: "missing" });
    return Promise.resolve(typeof file === "string" ? { type: "text", text: file } : file);
  };
}

type Given = Partial<Omit<LoadInput, "readText">> & {
  readonly user?: string | FileText;
  readonly project?: string | FileText;
  readonly files?: Files;
};

/** Loads settings from texts, as `/home/me` in `/home/me/work/app/src`, a project that is trusted. */
export function load({ user, project, files = {}, ...input }: Given = {}): Promise<LoadedSettings> {
  const all: Files = {
    ...(user === undefined ? {} : { [USER_FILE]: user }),
    ...(project === undefined ? {} : { [PROJECT_FILE]: project }),
    ...files,
  };
  return loadSettings({
    home: HOME,
    userHome: "/home/me",
    cwd: "/home/me/work/app/src",
    env: {},
    readText: filesFrom(all),
    readTrusted: async (path) => {
      const file = await filesFrom(all)(path);
      return file.type === "text" ? file.text : null;
    },
    ...input,
  });
}
