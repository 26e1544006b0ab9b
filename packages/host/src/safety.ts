// The door to trust and the record of what was done, without tools and models.
export { hostAudit } from "./safety/host-audit.ts";
export { lastEntries, verifyRecord } from "./safety/read-record.ts";
export { distrustFolder, trustedFolders, trustFolder, trustReport } from "./safety/trust-folder.ts";
export type { TrustReport } from "./safety/trust-folder.ts";
