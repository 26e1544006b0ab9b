import { expect, test } from "bun:test";
import { chmodSync, existsSync, statSync, writeFileSync } from "node:fs";
import { openDatabase } from "@squire/platform";
import { tempWorkspace } from "@squire/testkit";
import { logout, showCredential } from "./login.ts";
import { CredentialStoreError, openCredentialStore } from "./store.ts";

function openAt(file: string) {
  const warnings: string[] = [];
  let time = 1000;
  const store = openCredentialStore({
    file,
    openDatabase,
    now: () => time++,
    warn: (message) => void warnings.push(message),
  });
  return { store, warnings };
}

const mode = (path: string): number => statSync(path).mode & 0o777;

test("MODL-15: several credentials per provider, kept across openings, for the user alone", async () => {
  await using dir = await tempWorkspace();
  const file = dir.path("home/credentials.db");
  const first = openAt(file).store;
  const one = first.add({ provider: "openai", kind: "key", secret: "sk-1", label: "work" });
  first.add({ provider: "openai", kind: "key", secret: "sk-2" });
  first.add({ provider: "anthropic", kind: "oauth", secret: "t", refresh: "r", expiresAt: 5 });
  expect(mode(file)).toBe(0o600);
  expect(mode(dir.path("home"))).toBe(0o700);
  first.close();

  const { store, warnings } = openAt(file);
  expect(store.list("openai")).toEqual([
    { id: one.id, provider: "openai", kind: "key", secret: "sk-1", label: "work", createdAt: 1000 },
    expect.objectContaining({ secret: "sk-2", createdAt: 1001 }),
  ]);
  expect(store.list().map(({ provider }) => provider)).toEqual(["openai", "openai", "anthropic"]);
  expect(store.get(one.id)).toEqual(one);
  expect(store.remove(one.id)).toBe(true);
  expect(store.remove(one.id)).toBe(false);
  expect(store.get(one.id)).toBeNull();
  expect(warnings).toEqual([]);
  store.close();
});

test("MODL-15: a store nobody wrote to is not made by looking", async () => {
  await using dir = await tempWorkspace();
  const { store } = openAt(dir.path("credentials.db"));
  expect(store.list("openai")).toEqual([]);
  expect(store.get("x")).toBeNull();
  expect(store.remove("x")).toBe(false);
  expect(await dir.list()).toEqual([]);
  store.close();
});

test("MODL-22: new tokens replace the old ones; a refresh token that was not renewed stays", async () => {
  await using dir = await tempWorkspace();
  const { store } = openAt(dir.path("credentials.db"));
  const { id } = store.add({
    provider: "p",
    kind: "oauth",
    secret: "a",
    refresh: "r",
    expiresAt: 1,
  });
  store.update(id, { secret: "b", expiresAt: 2 });
  expect(store.get(id)).toMatchObject({ secret: "b", refresh: "r", expiresAt: 2 });
  store.update(id, { secret: "c", refresh: "s" });
  expect(store.get(id)).toMatchObject({ secret: "c", refresh: "s" });
  expect(store.get(id)).not.toHaveProperty("expiresAt");
  expect(logout(store, "p")).toBe(1);
  expect(store.list()).toEqual([]);
  store.close();
});

test("MODL-15: a store that others could read is closed to them, with a warning", async () => {
  await using dir = await tempWorkspace();
  const file = dir.path("credentials.db");
  const first = openAt(file).store;
  first.add({ provider: "p", kind: "key", secret: "verysecret" });
  first.close();
  chmodSync(file, 0o644);
  const { store, warnings } = openAt(file);
  expect(store.list()).toHaveLength(1);
  expect(mode(file)).toBe(0o600);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("was open to other users (mode 0644); it is now 0600");
  store.close();
});

test("MODL-15: a damaged store gives a clear error", async () => {
  await using dir = await tempWorkspace();
  const file = dir.path("credentials.db");
  writeFileSync(
    file,
    "this is not a database at all, but long enough to look like one".repeat(100),
  );
  const { store } = openAt(file);
  expect(() => store.list()).toThrow(CredentialStoreError);
  expect(() => store.list()).toThrow(
    /credentials\.db cannot be used .*move it away.*environment still work/,
  );
  store.close();
  expect(existsSync(file)).toBe(true);
});

test("MODL-15: a store of a newer version is left alone", async () => {
  await using dir = await tempWorkspace();
  const file = dir.path("credentials.db");
  const db = openDatabase(file);
  db.exec("PRAGMA user_version = 99");
  db.close();
  const { store } = openAt(file);
  expect(() => store.add({ provider: "p", kind: "key", secret: "x" })).toThrow(/newer Squire/);
});

test("MODL-15: what is shown holds no secret", async () => {
  await using dir = await tempWorkspace();
  const { store } = openAt(dir.path("credentials.db"));
  const added = store.add({
    provider: "p",
    kind: "oauth",
    secret: "a".repeat(40),
    refresh: "b".repeat(40),
  });
  const shown = JSON.stringify(showCredential(added));
  expect(shown).toContain("aaaa…aaaa");
  expect(shown).not.toContain("aaaaa");
  expect(shown).not.toContain("b".repeat(5));
  store.close();
});

test("S27: strange texts are stored as they are", async () => {
  await using dir = await tempWorkspace();
  const { store } = openAt(dir.path("credentials.db"));
  const label = "'; DROP TABLE credentials; -- \u{1F511}";
  store.add({ provider: label, kind: "key", secret: "x", label });
  expect(store.list(label)).toMatchObject([{ provider: label, label }]);
  store.close();
});
