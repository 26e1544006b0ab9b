export { isCredentialPath } from "./decide/credential-path.ts";
export type { Command, Sandbox } from "./sandbox/sandbox.ts";
