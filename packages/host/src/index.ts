export { openHost } from "./open.ts";
export { openSessions } from "./open-sessions.ts";
export type { Host, HostInput } from "./open.ts";
export type { ModelAccess } from "./models/access.ts";
export type { OpenModel } from "./models/assemble.ts";
export type { Choice } from "./models/choose.ts";

export { checkKeyShape } from "./credentials/check-key-shape.ts";
export type { Credentials } from "./credentials/credentials.ts";
export { logout, showCredential } from "./credentials/login.ts";
export { CredentialStoreError } from "./credentials/store.ts";
export type { CredentialStore } from "./credentials/store.ts";
export { maskSecret } from "./mask-secret.ts";

export { environmentMarkdown, squireHome } from "./settings/env.ts";
export { explainKey, listKeys } from "./settings/explain.ts";
export type { LoadedSettings } from "./settings/load.ts";
export type { Settings } from "./settings/to-settings.ts";
export { setUserKey, setUserKeyText, SettingsRefused, unsetUserKey } from "./settings/write.ts";
export { writeDefaultConfig } from "./settings/write-default.ts";
export { lastHere, leaveTrail } from "./terminal-trail.ts";
export { systemPromptOf } from "./system-prompt.ts";
