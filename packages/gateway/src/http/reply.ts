/** On every answer, whatever it is: nothing of it may run, be framed, be kept or tell where it came from. */
const ALWAYS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-store",
} as const;

type Headers = Readonly<Record<string, string>>;

export function reply(status: number, body: BodyInit | null, headers: Headers = {}): Response {
  return new Response(body, { status, headers: { ...ALWAYS, ...headers } });
}

export function jsonReply(status: number, value: object, headers: Headers = {}): Response {
  return reply(status, JSON.stringify(value), { ...headers, "content-type": "application/json" });
}

/** A refusal in words. */
export function refusal(status: number, message: string, headers: Headers = {}): Response {
  return jsonReply(status, { error: { message } }, headers);
}

/** A file of the web face; `socket` is the one address besides our own that its page may talk to. */
export function pageReply(
  file: { readonly type: string; readonly bytes: Uint8Array },
  socket: string,
  headers: Headers,
): Response {
  return reply(200, Buffer.from(file.bytes), {
    ...headers,
    "content-type": file.type,
    "content-security-policy": pagePolicy(socket),
  });
}

/** Who asks has the file as it is. The policy comes along: browsers take it from the newest answer. */
export function notChanged(socket: string, headers: Headers): Response {
  return reply(304, null, { ...headers, "content-security-policy": pagePolicy(socket) });
}

function pagePolicy(socket: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${socket}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
