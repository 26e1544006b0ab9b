import type { KeyGroup } from "../key-spec.ts";
import { choice, flag, map, number, text, whole } from "../shape.ts";
import { httpUrl, texts } from "./shapes.ts";

const timeLimit = number(0.01, 86_400);

/** PROV-14; apart from `[[providers]]`, which is a list. */
export const networkKeys = {
  timeout_first_byte: {
    shape: timeLimit,
    about: "Seconds a provider may take to start answering.",
    default: 30,
  },
  timeout_idle: {
    shape: timeLimit,
    about: "Seconds an answer may pause.",
    default: 300,
  },
  cache_retention: {
    shape: choice(["short", "long"]),
    about: "How long providers are asked to keep the prompt cache.",
    default: "short",
  },
} satisfies KeyGroup;

/** CLI-6. */
export const updateKeys = {
  check: {
    shape: flag,
    about: "Ask update.url once a day whether there is a newer version.",
    default: false,
  },
  url: {
    shape: httpUrl,
    about: "Who is asked: an address that answers with JSON that has a version.",
    example: "https://updates.example.net/squire/latest",
  },
} satisfies KeyGroup;

export const gatewayKeys = {
  host: { shape: text, about: "Address to listen on.", default: "127.0.0.1" },
  port: { shape: whole(0, 65_535), about: "Port; 0 = any free one.", default: 18_789 },
  origins: {
    shape: texts,
    about: "Web pages from elsewhere that may connect.",
    default: [],
    example: ["https://squire.example.net"],
  },
  tls_cert: {
    shape: text,
    about: "Certificate file (PEM), needed to listen on other addresses than 127.0.0.1.",
    example: "/etc/ssl/squire.pem",
  },
  tls_key: {
    shape: text,
    about: "Key file (PEM) of the certificate.",
    example: "/etc/ssl/squire.key",
  },
} satisfies KeyGroup;

export const tuiKeys = {
  abort: {
    shape: choice(["esc", "esc esc"]),
    about: "What stops a running turn.",
    default: "esc",
  },
  theme: { shape: text, about: "auto, dark, light or the name of a theme file.", default: "auto" },
  notifications: { shape: flag, about: "Tell the desktop when a long turn ends.", default: true },
  keys: {
    shape: map(texts),
    about: "Keys of your own, by the name of what they do; docs/terminal.md lists the names.",
    default: {},
    example: { "editor.open": ["ctrl+e"], "history.search": ["f3", "ctrl+r"] },
  },
} satisfies KeyGroup;
