/** What a sandbox is asked to keep, before anybody has looked at the disk. All paths are real. */
export type SandboxPlan = {
  /** Fixed by the user at the start of the session, never by the model (S21). */
  readonly workspace: string;
  readonly allowWrite: readonly string[];
  readonly network: boolean;
  readonly userHome: string;
  readonly squireHome: string;
  /** The private folder that stands for `/tmp`. */
  readonly temp: string;
  /** The system hides the user's own secrets from root no more. */
  readonly isRoot: boolean;
};

export type Kind = "file" | "folder" | "link" | "other";

/** Looks at one name without following it; null when nothing is there. */
export type Look = (path: string) => Kind | null;

/** Whether a path is a folder itself or somewhere below it. Both are absolute and plain. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
