import { expect, test } from "bun:test";
import { PRESETS } from "@squire/llm";
import { openDatabase } from "@squire/platform";
import { FakeClock, tempWorkspace } from "@squire/testkit";
import { createConfigValues } from "./config-value.ts";
import { createCredentials, type CredentialsInput } from "./credentials.ts";
import { keyNames, keySourcesOf, type KeySources } from "./key-sources.ts";
import { OAuthFailure, type OAuthFlow } from "./oauth-flow.ts";
import {
  openCredentialStore,
  CredentialStoreError,
  type CredentialStore,
  type StoredCredential,
} from "./store.ts";

const MINUTE = 60_000;

type Given = Partial<Omit<CredentialsInput, "sources" | "store">> & {
  readonly sources?: Partial<KeySources>;
  readonly stored?: readonly Partial<StoredCredential>[];
  readonly store?: CredentialStore;
  readonly command?: string;
};

function setup({ sources, stored = [], command = "", ...input }: Given) {
  const clock = new FakeClock(0);
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);
  const env = input.env ?? {};
  const runShell = () =>
    Promise.resolve({ end: "exited", exitCode: 0, stdout: command, stderr: "" } as const);
  const credentials = createCredentials({
    store: memoryStore(stored),
    flows: [],
    env,
    sources: () => ({ mapped: [], configured: [], ...sources }),
    values: createConfigValues({ env, runShell, warn }),
    ports: { fetch: () => Promise.reject(new Error("no network")), clock },
    warn,
    ...input,
  });
  return { credentials, clock, warnings };
}

function memoryStore(given: readonly Partial<StoredCredential>[]): CredentialStore {
  let all: readonly StoredCredential[] = given.map((credential, index) => ({
    id: `id${index}`,
    provider: "p",
    kind: "key",
    secret: `stored${index}`,
    createdAt: index,
    ...credential,
  }));
  return {
    list: (provider) => all.filter((item) => provider === undefined || item.provider === provider),
    get: (id) => all.find((item) => item.id === id) ?? null,
    add: () => {
      throw new Error("not used");
    },
    update: (id, tokens) => {
      all = all.map((item) => (item.id === id ? { ...item, ...tokens } : item));
    },
    remove: () => false,
    close: () => {},
  };
}

const everything: Given = {
  flagKey: { secret: "from-flag", provider: () => "p" },
  stored: [
    { secret: "from-store" },
    { kind: "oauth", secret: "from-login", expiresAt: 60 * MINUTE },
  ],
  env: { MAPPED: "from-env", OWN: "from-own-env" },
  sources: { mapped: ["MISSING", "MAPPED"], configured: ["OWN"], apiKey: "!key" },
  command: "from-command",
};

test("MODL-14: flag, stored key, login, usual variable, own variable, own key, in this order", async () => {
  const { flagKey: _flag, ...noFlag } = everything;
  const noKey = { ...noFlag, stored: everything.stored?.slice(1) ?? [] };
  const noLogin = { ...noFlag, stored: [] };
  const noMapped = { ...noLogin, env: { OWN: "from-own-env", MAPPED: " " } };
  const noOwn = { ...noMapped, env: {} };
  const order = [
    [everything, "from-flag", "--api-key"],
    [noFlag, "from-store", "stored key"],
    [noKey, "from-login", "login"],
    [noLogin, "from-env", "MAPPED"],
    [noMapped, "from-own-env", "OWN"],
    [noOwn, "from-command", "api_key in the settings"],
  ] as const;
  for (const [given, secret, origin] of order) {
    const { credentials, warnings } = setup(given);
    const picked = await credentials.pick("p");
    expect(picked?.secret).toBe(secret);
    expect(picked?.id).not.toContain(secret);
    expect(credentials.origin("p")).toBe(origin);
    expect(credentials.has("p")).toBe(true);
    expect(warnings).toEqual([]);
  }
  const { credentials } = setup({});
  expect(await credentials.pick("p")).toBeNull();
  expect(credentials.has("p")).toBe(false);
});

test("MODL-14: the key of the command line goes to its provider only", async () => {
  const { credentials } = setup({ flagKey: { secret: "mine", provider: () => "p" } });
  expect((await credentials.pick("p"))?.secret).toBe("mine");
  expect(await credentials.pick("fallback")).toBeNull();
});

test("MODL-14: asking whether there is a key runs no command", () => {
  const { credentials } = setup({
    sources: { apiKey: "!key" },
    values: {
      resolve: () => Promise.reject(new Error("ran")),
      resolveAll: () => Promise.reject(new Error("ran")),
    },
  });
  expect(credentials.has("p")).toBe(true);
  expect(setup({ sources: { apiKey: "UNSET_KEY" } }).credentials.has("p")).toBe(false);
});

test("MODL-15: stored keys take turns and rest after a bad verdict", async () => {
  const { credentials, clock } = setup({ stored: [{}, {}, {}] });
  const next = async (affinity?: string) => (await credentials.pick("p", affinity))?.secret;
  expect([await next(), await next(), await next(), await next()]).toEqual([
    "stored0",
    "stored1",
    "stored2",
    "stored0",
  ]);
  const first = await credentials.pick("p", "session");
  expect(first?.secret).toBe("stored1");
  credentials.report("p", first ?? { id: "", secret: "" }, "rate_limit", 1000);
  expect([await next("session"), await next("session")]).toEqual(["stored2", "stored2"]);
  await clock.advance(1000);
  expect([await next(), await next()]).toEqual(["stored0", "stored1"]);
});

test("MODL-15: a single resting key is still tried, so that the true reason is seen", async () => {
  const { credentials } = setup({ env: { MAPPED: "k" }, sources: { mapped: ["MAPPED"] } });
  const picked = await credentials.pick("p");
  credentials.report("p", picked ?? { id: "", secret: "" }, "auth");
  expect((await credentials.pick("p"))?.secret).toBe("k");
});

test("MODL-15: a damaged store leaves the environment usable and is told once", async () => {
  const broken = () => {
    throw new CredentialStoreError("credentials.db cannot be used.");
  };
  const store = { ...memoryStore([]), list: broken, get: broken };
  const { credentials, warnings } = setup({
    store,
    env: { MAPPED: "k" },
    sources: { mapped: ["MAPPED"] },
  });
  expect((await credentials.pick("p"))?.secret).toBe("k");
  expect(credentials.has("p")).toBe(true);
  expect(warnings).toEqual(["credentials.db cannot be used."]);
});

test("MODL-15: with a real store", async () => {
  await using dir = await tempWorkspace();
  const store = openCredentialStore({
    file: dir.path("credentials.db"),
    openDatabase,
    now: () => 1,
    warn: () => {},
  });
  const { credentials } = setup({ store });
  expect(await credentials.pick("p")).toBeNull();
  store.add({ provider: "p", kind: "key", secret: "kept" });
  expect((await credentials.pick("p"))?.secret).toBe("kept");
  store.close();
});

test("MODL-14: a key that cannot be sent is left out by name", async () => {
  const { credentials, warnings } = setup({
    env: { BAD: "two words", LATER: "good" },
    sources: { mapped: ["BAD"], configured: ["LATER"] },
  });
  expect((await credentials.pick("p"))?.secret).toBe("good");
  expect(warnings).toEqual([
    "BAD holds spaces or characters that cannot be sent as a key; it is not used.",
  ]);
});

function flowFor(refresh: OAuthFlow["refresh"]): OAuthFlow {
  return { id: "p", label: "P", start: () => Promise.reject(new Error("not used")), refresh };
}

const login = (expiresAt: number) =>
  ({ kind: "oauth", secret: "old", refresh: "r", expiresAt }) as const;

test("MODL-14, MODL-22: a login that ends within five minutes is renewed first, once for all who ask", async () => {
  let refreshes = 0;
  const flow = flowFor(async (token) => {
    refreshes++;
    await Promise.resolve();
    return { secret: `new-for-${token}`, expiresAt: 90 * MINUTE };
  });
  const { credentials, warnings } = setup({ stored: [login(5 * MINUTE)], flows: [flow] });
  const picked = await Promise.all([
    credentials.pick("p"),
    credentials.pick("p"),
    credentials.pick("p"),
  ]);
  expect(picked.map((credential) => credential?.secret)).toEqual([
    "new-for-r",
    "new-for-r",
    "new-for-r",
  ]);
  expect((await credentials.pick("p"))?.secret).toBe("new-for-r");
  expect(refreshes).toBe(1);
  expect(warnings).toEqual([]);
  const fresh = setup({ stored: [login(5 * MINUTE + 1)], flows: [flow] });
  expect((await fresh.credentials.pick("p"))?.secret).toBe("old");
});

test("MODL-14: a login that cannot be renewed is passed over and told", async () => {
  const failing = flowFor(() =>
    Promise.reject(new OAuthFailure("invalid_grant", "The login server refused: revoked.")),
  );
  const rest = { env: { MAPPED: "k" }, sources: { mapped: ["MAPPED"] } };
  const refused = setup({ ...rest, stored: [login(0)], flows: [failing] });
  expect((await refused.credentials.pick("p"))?.secret).toBe("k");
  expect(refused.warnings).toEqual([
    "The login for p could not be renewed: The login server refused: revoked. Run `squire login p` if this stays.",
  ]);
  const unknown = setup({ ...rest, stored: [login(0)] });
  expect((await unknown.credentials.pick("p"))?.secret).toBe("k");
  expect(unknown.warnings).toEqual(["The login for p has expired; run `squire login p` again."]);
});

test("MODL-22: a token another Squire has renewed meanwhile is taken over", async () => {
  const store = memoryStore([login(0)]);
  const flow = flowFor(() => {
    store.update("id0", { secret: "by-the-other", expiresAt: 90 * MINUTE });
    return Promise.reject(new OAuthFailure("invalid_grant", "used up"));
  });
  const { credentials, warnings } = setup({ store, flows: [flow] });
  expect((await credentials.pick("p"))?.secret).toBe("by-the-other");
  expect(warnings).toEqual([]);
});

test("MODL-22: a token that a server refuses is renewed whatever its date says", async () => {
  const flow = flowFor(() => Promise.resolve({ secret: "new", expiresAt: 90 * MINUTE }));
  const { credentials } = setup({ stored: [login(80 * MINUTE)], flows: [flow] });
  const old = await credentials.pick("p");
  expect(old?.secret).toBe("old");
  credentials.report("p", old ?? { id: "", secret: "" }, "auth");
  expect((await credentials.pick("p"))?.secret).toBe("new");
});

test("MODL-20: variables come from the presets and the user's entries", () => {
  const sources = keySourcesOf(
    [{ name: "google", keyEnv: ["GEMINI_API_KEY", "GOOGLE_API_KEY"] }],
    [
      { name: "google", keyEnv: ["MY_GOOGLE"] },
      { name: "mine", apiKey: "k" },
    ],
  );
  expect(sources("google")).toEqual({
    mapped: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    configured: ["MY_GOOGLE"],
  });
  expect(sources("mine")).toEqual({ mapped: [], configured: [], apiKey: "k" });
  expect(sources("unknown")).toEqual({ mapped: [], configured: [] });
});

test("S30: a vendor's usual key does not go to another address that has a key of its own", () => {
  const preset = {
    name: "openai",
    baseUrl: "https://api.openai.com/v1",
    keyEnv: ["OPENAI_API_KEY"],
  };
  const elsewhere = { name: "openai", baseUrl: "https://proxy.example", keyEnv: ["PROXY_KEY"] };
  expect(keySourcesOf([preset], [elsewhere])("openai").mapped).toEqual([]);
  const sameKey = { name: "openai", baseUrl: "https://proxy.example" };
  expect(keySourcesOf([preset], [sameKey])("openai").mapped).toEqual(["OPENAI_API_KEY"]);
});

test("MODL-20, MODL-21: key variables of the shipped providers are what a project's .env may supply", () => {
  const names = keyNames(PRESETS, [{ name: "mine", keyEnv: ["MY_KEY"] }]);
  expect(names.has("MY_KEY")).toBe(true);
  expect(names.has("OPENAI_API_KEY")).toBe(true);
  for (const name of names) expect(name).not.toMatch(/^SQUIRE_|BASE_URL|PROXY|^NODE_|^PATH$/);
});
