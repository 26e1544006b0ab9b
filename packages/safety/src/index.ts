export { isCredentialPath } from "./decide/credential-path.ts";
export { isControlFile, isGitInternal } from "./jail/control-files.ts";
export { JailError } from "./jail/jail-error.ts";
export type { JailProblem } from "./jail/jail-error.ts";
export { openJail } from "./jail/jail.ts";
export type { Jail } from "./jail/jail.ts";
export type { Command, Sandbox } from "./sandbox/sandbox.ts";
