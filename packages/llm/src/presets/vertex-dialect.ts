import { join } from "node:path";
import { setting } from "./env.ts";
import type { Env, Resolved } from "./env.ts";

export type VertexInput = {
  readonly env: Env;
  /** The user's home folder. */
  readonly home: string;
  readonly exists: (path: string) => boolean;
};

/** The address of Vertex for this user (PROV-26); it holds the project and the location. */
export function vertexBaseUrl({ env }: Pick<VertexInput, "env">): Resolved {
  const project = setting(env, "GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT");
  const location = setting(env, "GOOGLE_CLOUD_LOCATION");
  const missing = [
    ...(project ? [] : ["GOOGLE_CLOUD_PROJECT"]),
    ...(location ? [] : ["GOOGLE_CLOUD_LOCATION"]),
  ];
  if (!project || !location) {
    return {
      ok: false,
      message: `Vertex needs a project and a location: set ${missing.join(" and ")}.`,
    };
  }
  const host = location === "global" ? "" : `${location}-`;
  const path = `projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(location)}`;
  const baseUrl = `https://${host}aiplatform.googleapis.com/v1/${path}`;
  return URL.canParse(baseUrl)
    ? { ok: true, baseUrl }
    : { ok: false, message: `GOOGLE_CLOUD_LOCATION is not a location: "${location}".` };
}

export type CredentialsFile =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly message: string };

/** The file with Google credentials: the one that is named, else what `gcloud` left behind. */
export function googleCredentialsFile({ env, home, exists }: VertexInput): CredentialsFile {
  const named = setting(env, "GOOGLE_APPLICATION_CREDENTIALS");
  if (named) {
    return exists(named)
      ? { ok: true, path: named }
      : {
          ok: false,
          message: `GOOGLE_APPLICATION_CREDENTIALS names "${named}", which is not there.`,
        };
  }
  const path = join(gcloudFolder(env, home), "application_default_credentials.json");
  return exists(path)
    ? { ok: true, path }
    : {
        ok: false,
        message:
          "There are no Google credentials: run `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS.",
      };
}

function gcloudFolder(env: Env, home: string): string {
  const folder = setting(env, "CLOUDSDK_CONFIG");
  if (folder) return folder;
  const windows = setting(env, "APPDATA");
  return windows ? join(windows, "gcloud") : join(home, ".config", "gcloud");
}
