import { field, textField } from "../../web/json-fields.ts";
import { plainHtml } from "../html/plain-html.ts";
import { parseJson } from "./parse-json.ts";
import { escapeHtml } from "./parts.ts";
import type { SiteSource, SiteText } from "./site-source.ts";

const API = "https://api.stackexchange.com/2.3";

/** Sites of the network with a domain of their own. */
const OWN_DOMAIN =
  /^(?:www\.)?(?:(stackoverflow|superuser|serverfault|askubuntu|stackapps)\.com|(mathoverflow)\.net)$/;
const NETWORK = /^([a-z0-9-]+)\.stackexchange\.com$/;
const MOST_ANSWERS = 20;

/** A question with its answers, the best ones first (WEB-7). */
export function stackExchangeSource({ hostname, pathname }: URL): SiteSource | null {
  const site = siteOf(hostname);
  const id = /^\/(?:questions|q)\/(\d{1,12})(?:\/|$)/.exec(pathname)?.[1];
  if (site === null || id === undefined) return null;
  const query = `site=${site}&filter=withbody`;
  const order = `order=desc&sort=votes&pagesize=${MOST_ANSWERS}`;
  return {
    requests: [
      { url: `${API}/questions/${id}?${query}` },
      { url: `${API}/questions/${id}/answers?${query}&${order}` },
    ],
    read: ([question = "", answers = ""]) => threadText(itemsOf(question)[0], itemsOf(answers)),
  };
}

function siteOf(hostname: string): string | null {
  const [, com, net] = OWN_DOMAIN.exec(hostname) ?? [];
  const own = com ?? (net === undefined ? undefined : `${net}.net`);
  return own ?? NETWORK.exec(hostname)?.[1] ?? null;
}

function itemsOf(text: string): readonly unknown[] {
  const items = field(parseJson(text), "items");
  return Array.isArray(items) ? items : [];
}

function threadText(question: unknown, answers: readonly unknown[]): SiteText | null {
  const title = plainHtml(textField(question, "title"));
  if (title === "") return null;
  const tags = field(question, "tags");
  const about = Array.isArray(tags) ? `<p>Tags: ${escapeHtml(tags.join(", "))}</p>` : "";
  const posts = [
    post("Question", question),
    // The asker's choice comes first, then what others think of them.
    ...answers
      .toSorted((one, other) => Number(isAccepted(other)) - Number(isAccepted(one)))
      .map((answer) => post(isAccepted(answer) ? "Accepted answer" : "Answer", answer)),
  ];
  return { title, html: `<h1>${escapeHtml(title)}</h1>${about}${posts.join("")}` };
}

function isAccepted(answer: unknown): boolean {
  return field(answer, "is_accepted") === true;
}

function post(what: string, item: unknown): string {
  const score = field(item, "score");
  const made = field(item, "creation_date");
  const head = [
    what,
    plainHtml(textField(field(item, "owner"), "display_name")),
    typeof score === "number" ? `score ${score}` : "",
    typeof made === "number" ? new Date(made * 1000).toISOString().slice(0, 10) : "",
  ];
  const line = escapeHtml(head.filter((part) => part !== "").join(", "));
  return `<h2>${line}</h2>${textField(item, "body")}`;
}
