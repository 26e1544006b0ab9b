import type { JsonObject, JsonValue } from "@squire/protocol";
import { fault } from "./faults.ts";
import type { ServerStep } from "./faults.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { objectOf } from "./read-json.ts";
import { urlOf } from "./routes.ts";

/** What the server says about itself, besides answering as a model. */
export type LookupData = {
  /** The ids under `…/models`. */
  readonly models?: readonly string[];
  /** The models of an Ollama server: names under `/api/tags`, bodies under `/api/show`. */
  readonly ollama?: Readonly<Record<string, JsonObject>>;
  /** The body of `…/user/balance`. */
  readonly balance?: JsonObject;
  /** Other answers by exact path without query; these win. */
  readonly paths?: Readonly<Record<string, ServerStep>>;
};

/** The answer to a request that asks no model; 404 when no data was given for it. */
export function lookUp(request: RecordedRequest, data: LookupData): ServerStep {
  const { pathname } = urlOf(request.path);
  const given = data.paths?.[pathname];
  if (given) return given;
  const body = bodyFor(request, pathname, data);
  if (body === undefined) {
    return fault({ status: 404, body: `Nothing is scripted for ${request.method} ${pathname}.` });
  }
  return json(body);
}

/** A step that answers with a JSON body. */
export function json(body: JsonValue, status = 200): ServerStep {
  return fault({ status, body: JSON.stringify(body), contentType: "application/json" });
}

function bodyFor(
  request: RecordedRequest,
  pathname: string,
  { models, ollama, balance }: LookupData,
): JsonValue | undefined {
  if (request.method === "GET") {
    if (pathname.endsWith("/models") && models) return modelList(models);
    if (pathname === "/api/tags" && ollama) return tagList(Object.keys(ollama));
    if (pathname.endsWith("/user/balance")) return balance;
  }
  if (request.method === "POST" && pathname === "/api/show") {
    return ollama?.[askedModel(request.json)];
  }
  return undefined;
}

function modelList(ids: readonly string[]): JsonValue {
  return { object: "list", data: ids.map((id) => ({ id, object: "model", owned_by: "scripted" })) };
}

function tagList(names: readonly string[]): JsonValue {
  return { models: names.map((name) => ({ name, model: name, size: 1_000_000, details: {} })) };
}

/** Ollama takes the name under `model`, older clients send `name`. */
function askedModel(body: JsonValue | undefined): string {
  const { model, name } = objectOf(body);
  const asked = model ?? name;
  return typeof asked === "string" ? asked : "";
}
