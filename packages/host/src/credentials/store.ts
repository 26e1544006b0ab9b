import { existsSync } from "node:fs";
import { schemaVersion } from "@squire/platform";
import type { DatabaseSync } from "node:sqlite";
import type { OpenDatabase, Warn } from "./ports.ts";
import { tightenFile } from "./tighten-file.ts";

/** A stored credential. `secret` is the key, or the access token of a login. */
export type StoredCredential = {
  readonly id: string;
  readonly provider: string;
  readonly kind: "key" | "oauth";
  readonly secret: string;
  readonly refresh?: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
  /** What the user calls it, for telling several apart. */
  readonly label?: string;
  readonly createdAt: number;
};

export type NewCredential = Omit<StoredCredential, "id" | "createdAt">;
export type Tokens = Pick<StoredCredential, "secret" | "refresh" | "expiresAt">;

/** MODL-15. Every method may throw `CredentialStoreError`; the rest of Squire works without it. */
export type CredentialStore = {
  /** Oldest first. */
  list(provider?: string): readonly StoredCredential[];
  get(id: string): StoredCredential | null;
  add(credential: NewCredential): StoredCredential;
  /** New tokens for a login, after a refresh. */
  update(id: string, tokens: Tokens): void;
  /** False when there was none. */
  remove(id: string): boolean;
  close(): void;
};

/** The message says what happened and what to do, and holds no secret. */
export class CredentialStoreError extends Error {
  override readonly name = "CredentialStoreError";
}

export type StoreInput = {
  /** `credentials.db` in Squire's folder. */
  readonly file: string;
  readonly openDatabase: OpenDatabase;
  readonly now: () => number;
  readonly warn: Warn;
};

/** Opens nothing yet: a store that was never written to costs one look for its file. */
export function openCredentialStore(input: StoreInput): CredentialStore {
  const { file, now } = input;
  let database: DatabaseSync | undefined;
  const open = (): DatabaseSync => (database ??= openAndPrepare(input));
  const query = <T>(run: (db: DatabaseSync) => T): T => guarded(file, () => run(open()));
  const read = <T>(run: (db: DatabaseSync) => T, nothing: T): T =>
    database === undefined && !existsSync(file) ? nothing : query(run);
  return {
    list: (provider) => read((db) => selectAll(db, provider), []),
    get: (id) => read((db) => selectOne(db, id), null),
    add(credential) {
      const stored = { ...credential, id: crypto.randomUUID(), createdAt: now() };
      query((db) => insert(db, stored));
      return stored;
    },
    update: (id, tokens) => query((db) => updateTokens(db, id, tokens)),
    remove: (id) =>
      read((db) => db.prepare("DELETE FROM credentials WHERE id = ?").run(id).changes > 0, false),
    close() {
      database?.close();
      database = undefined;
    },
  };
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS credentials (
    id TEXT PRIMARY KEY,
    provider TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('key', 'oauth')),
    secret TEXT NOT NULL,
    refresh TEXT,
    expires_at INTEGER,
    label TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS credentials_by_provider ON credentials (provider, created_at);
  PRAGMA user_version = 1;
`;
const SCHEMA_VERSION = 1;

function openAndPrepare({ file, openDatabase, warn }: StoreInput): DatabaseSync {
  tightenFile(file, warn);
  const db = openDatabase(file);
  try {
    const version = schemaVersion(db);
    if (version > SCHEMA_VERSION) {
      throw new CredentialStoreError(
        `${file} was written by a newer Squire; update Squire to use it.`,
      );
    }
    if (version < SCHEMA_VERSION) db.exec(SCHEMA);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function guarded<T>(file: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof CredentialStoreError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CredentialStoreError(
      `${file} cannot be used (${reason}). If it is damaged, move it away and run \`squire login\` again; keys from the environment still work.`,
      { cause: error },
    );
  }
}

type Row = ReturnType<ReturnType<DatabaseSync["prepare"]>["all"]>[number];

function selectAll(db: DatabaseSync, provider?: string): readonly StoredCredential[] {
  const order = "ORDER BY created_at, rowid";
  const rows =
    provider === undefined
      ? db.prepare(`SELECT * FROM credentials ${order}`).all()
      : db.prepare(`SELECT * FROM credentials WHERE provider = ? ${order}`).all(provider);
  return rows.map(toCredential);
}

function selectOne(db: DatabaseSync, id: string): StoredCredential | null {
  const row = db.prepare("SELECT * FROM credentials WHERE id = ?").get(id);
  return row === undefined ? null : toCredential(row);
}

function toCredential(row: Row): StoredCredential {
  const { refresh, label, expires_at: expiresAt } = row;
  return {
    id: String(row["id"]),
    provider: String(row["provider"]),
    kind: row["kind"] === "oauth" ? "oauth" : "key",
    secret: String(row["secret"]),
    ...(typeof refresh === "string" ? { refresh } : {}),
    ...(typeof expiresAt === "number" ? { expiresAt } : {}),
    ...(typeof label === "string" ? { label } : {}),
    createdAt: Number(row["created_at"]),
  };
}

function insert(db: DatabaseSync, credential: StoredCredential): void {
  const { id, provider, kind, secret, refresh, expiresAt, label, createdAt } = credential;
  db.prepare("INSERT INTO credentials VALUES (?, ?, ?, ?, ?, ?, ?, ?)").run(
    id,
    provider,
    kind,
    secret,
    refresh ?? null,
    expiresAt ?? null,
    label ?? null,
    createdAt,
  );
}

function updateTokens(db: DatabaseSync, id: string, { secret, refresh, expiresAt }: Tokens): void {
  // A server that rotates no refresh token sends none: the old one stays good.
  db.prepare(
    "UPDATE credentials SET secret = ?, refresh = coalesce(?, refresh), expires_at = ? WHERE id = ?",
  ).run(secret, refresh ?? null, expiresAt ?? null, id);
}
