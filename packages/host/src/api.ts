// The door to the API that faces use, apart from the index: it loads sessions, the loop and schemas.
export { openHostApi } from "./api/host-api.ts";
export type { HostApi, HostApiInput } from "./api/host-api.ts";
export type { Share } from "./api/handlers.ts";
