import { field, textField } from "../../web/json-fields.ts";
import { parseJson } from "./parse-json.ts";
import type { SiteKeys, SiteSource } from "./site-source.ts";

const API = "https://api.github.com";
const RAW = "https://raw.githubusercontent.com";

/** Files, READMEs, issues and pull requests (WEB-7). Any other page is read as it is. */
export function githubSource({ hostname, pathname }: URL, key: SiteKeys): SiteSource | null {
  if (hostname !== "github.com" && hostname !== "www.github.com") return null;
  const [owner = "", repo = "", what, ...rest] = pathname.split("/").filter((part) => part !== "");
  const isName = (name: string): boolean => /^[\w.-]+$/.test(name);
  if (!isName(owner) || !isName(repo)) return null;
  const place = `${owner}/${repo}`;
  if (what === undefined) return readme(place, key);
  if (what === "blob" && rest.length >= 2) return file(place, rest.join("/"));
  const [number = "", more] = rest;
  const isThread = (what === "issues" || what === "pull") && /^\d+$/.test(number);
  return isThread && more === undefined ? thread(place, number, key) : null;
}

function file(place: string, path: string): SiteSource {
  return {
    requests: [{ url: `${RAW}/${place}/${path}` }],
    read: ([text = ""]) => ({ title: `${place}/${path}`, text }),
  };
}

function readme(place: string, key: SiteKeys): SiteSource {
  const accept = "application/vnd.github.raw+json";
  return {
    requests: [{ url: `${API}/repos/${place}/readme`, headers: headersFor(accept, key) }],
    read: ([text = ""]) => ({ title: place, text }),
  };
}

function thread(place: string, number: string, key: SiteKeys): SiteSource {
  const headers = headersFor("application/vnd.github+json", key);
  const url = `${API}/repos/${place}/issues/${number}`;
  return {
    requests: [
      { url, headers },
      { url: `${url}/comments?per_page=100`, headers },
    ],
    read: ([issue = "", comments = "[]"]) => threadText(parseJson(issue), parseJson(comments)),
  };
}

function threadText(issue: unknown, comments: unknown): ReturnType<SiteSource["read"]> {
  const title = textField(issue, "title");
  if (title === "") return null;
  const isPull = field(issue, "pull_request") !== undefined;
  const head = `# ${title}\n\n${isPull ? "Pull request" : "Issue"}, ${textField(issue, "state")}`;
  const posts = [issue, ...(Array.isArray(comments) ? comments : [])].map(postText);
  return { title, text: [head, ...posts].join("\n\n") };
}

function postText(post: unknown): string {
  const who = textField(field(post, "user"), "login");
  return `## ${who}, ${textField(post, "created_at")}\n\n${textField(post, "body")}`.trim();
}

/** `GITHUB_TOKEN`, then `GH_TOKEN`; without one there are fewer requests an hour. */
function headersFor(accept: string, key: SiteKeys): Readonly<Record<string, string>> {
  const token = key("GITHUB_TOKEN") ?? key("GH_TOKEN");
  return { accept, ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
}
