export { startGateway, UnsafeGateway } from "./start-gateway.ts";
export type { Gateway, GatewayInput } from "./start-gateway.ts";
export type { WebFile, WebFiles } from "./routes.ts";
