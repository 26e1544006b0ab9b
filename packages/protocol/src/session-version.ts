/** The version of the log that this code writes. */
export const SESSION_VERSION = 1;
