/** Raised whenever the tables change; an index of another version is thrown away and made anew. */
export const INDEX_VERSION = 1;

/** SES-12, and behind it what keeps the index up to date and searchable. */
export const SCHEMA = `
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  mode TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  title TEXT,
  cwd TEXT NOT NULL,
  cost REAL
) STRICT;
CREATE TABLE requests (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  mode TEXT,
  user_content TEXT NOT NULL,
  assistant_content TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending','streaming','complete','aborted','error')),
  created_at INTEGER NOT NULL,
  completed_at INTEGER
) STRICT;
CREATE TABLE tool_traces (
  id TEXT NOT NULL,
  request_id TEXT NOT NULL REFERENCES requests(id) ON DELETE CASCADE,
  tool TEXT NOT NULL,
  query TEXT,
  success INTEGER NOT NULL,
  summary TEXT,
  error TEXT,
  duration_ms REAL NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE artifacts (
  id TEXT NOT NULL,
  request_id TEXT NOT NULL REFERENCES requests(id) ON DELETE CASCADE,
  tool TEXT NOT NULL,
  content_ref TEXT NOT NULL,
  content_type TEXT,
  size_bytes INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE citations (
  id TEXT NOT NULL,
  request_id TEXT NOT NULL REFERENCES requests(id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  title TEXT,
  snippet TEXT,
  quote_start INTEGER,
  quote_end INTEGER,
  source_sha256 TEXT,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_update ON sessions(updated_at DESC);
CREATE INDEX requests_by_session ON requests(session_id);
CREATE INDEX tool_traces_by_request ON tool_traces(request_id);
CREATE INDEX artifacts_by_request ON artifacts(request_id);
CREATE INDEX citations_by_request ON citations(request_id);

CREATE TABLE files (
  path TEXT PRIMARY KEY,
  session_id TEXT NOT NULL UNIQUE REFERENCES sessions(id) ON DELETE CASCADE,
  size INTEGER NOT NULL,
  line INTEGER NOT NULL,
  h TEXT NOT NULL,
  version INTEGER NOT NULL,
  name TEXT,
  parent_session TEXT,
  preview TEXT,
  turns INTEGER NOT NULL,
  fold TEXT NOT NULL
) STRICT;
CREATE TABLE texts (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  entry_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  ts INTEGER NOT NULL,
  content TEXT NOT NULL
) STRICT;
CREATE INDEX texts_by_session ON texts(session_id);
CREATE VIRTUAL TABLE texts_fts USING fts5(
  content, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
PRAGMA user_version = ${INDEX_VERSION};
`;

/** In an order in which nothing is referred to any more when it goes. */
export const DROP_ALL = [
  "texts_fts",
  "texts",
  "files",
  "citations",
  "artifacts",
  "tool_traces",
  "requests",
  "sessions",
]
  .map((table) => `DROP TABLE IF EXISTS ${table};`)
  .join("\n");
