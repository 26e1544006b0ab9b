/** One message on any wire, in bytes of UTF-8; anything larger travels as an artifact (PROT-2, GW-8, URL-2). */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

/** One call over HTTP, for what is too large for a message. */
export const MAX_CALL_BYTES = 8 * MAX_MESSAGE_BYTES;

/** What may wait to be sent to one client before it is told `lagged` and dropped (GW-8). */
export const MAX_SEND_BUFFER_BYTES = 8 * 1024 * 1024;
