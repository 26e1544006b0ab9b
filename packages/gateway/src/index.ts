export { startGateway, isTaken, UnsafeGateway } from "./start-gateway.ts";
export type { Gateway, GatewayInput } from "./start-gateway.ts";
export type { WebFile, WebFiles } from "./http/page-files.ts";
export { announce, findRunning, knowsToken } from "./running.ts";
export type { RunningGateway } from "./running.ts";
export { newToken, readOrMakeToken, readToken, tokenProblem, writeToken } from "./token-file.ts";
