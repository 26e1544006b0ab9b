import { page, SETUP } from "./fault.ts";
import type { Fault } from "./fault.ts";
import { sse } from "./rig.ts";

export const BODY_FAULTS: readonly Fault[] = [
  {
    name: "PROV-11: a page under 200",
    headers: { "content-type": "text/html" },
    body: page("Sign in"),
    kind: "protocol",
    says: "acme sent an HTML page (Sign in) instead of an event stream: is base_url right?",
    advice: "base_url",
  },
  {
    name: "PROV-11: a JSON error under 200",
    headers: { "content-type": "application/json" },
    body: { error: { message: "Slow down", code: 429 } },
    kind: "rate_limit",
    says: "Slow down",
    retryable: true,
  },
  {
    name: "PROV-11: a JSON error announced as a stream",
    body: { base_resp: { status_code: 1004, status_msg: "invalid api key" } },
    kind: "auth",
    says: "invalid api key",
    advice: SETUP,
  },
  {
    name: "PROV-11: a whole completion instead of a stream",
    headers: { "content-type": "application/json" },
    body: { id: "1", choices: [{ message: { content: "hi" } }] },
    kind: "protocol",
    says: 'acme sent one JSON document instead of an event stream: “{"id":"1","choices":[{"message":{"content":"hi"}}]}”',
    advice: "streaming",
  },
  {
    name: "PROV-11: an empty body",
    body: "",
    kind: "protocol",
    says: "acme sent an empty reply.",
    retryable: true,
  },
  {
    name: "PROV-11: nothing but blank lines",
    body: "\n\n\r\n",
    kind: "protocol",
    says: "acme sent an empty reply.",
    retryable: true,
  },
  {
    name: "PROV-11: some other text",
    body: "Not Found",
    kind: "protocol",
    says: "The reply of acme cannot be read: there is no event in it: “Not Found”",
  },
  {
    name: "PROV-11: a frame that is no JSON, quoted in part",
    body: sse(`{"a": ${"😀".repeat(100)}`),
    kind: "protocol",
    says: `The reply of acme cannot be read: an event is not JSON: “{"a": ${"😀".repeat(56)}…”`,
  },
  {
    name: "PROV-11: an error event in plain words",
    body: "event: error\ndata: Internal server error\n\n",
    kind: "overloaded",
    says: "Internal server error",
    retryable: true,
  },
  {
    name: "PROV-11: an error event in unknown words",
    body: 'event: error\ndata: {"detail":"too many requests"}\n\n',
    kind: "rate_limit",
    says: "too many requests",
    retryable: true,
  },
  {
    name: "PROV-11: a cut before the end",
    body: 'data: {"start":1}\n\ndata: {"text":"ha',
    kind: "protocol",
    says: "The stream was cut off.",
  },
];
