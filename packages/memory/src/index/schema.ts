/** Another number: the database is made again from what it was made of. */
export const INDEX_VERSION = 4;

/**
 * The full-text tables hold stems and no text of their own: what a word is decides `ranking`, not the tokeniser, so
 * names are split, stems are Porter's and pairs stand for Chinese and Japanese words. The text lies in `chunks` once.
 */
export const SCHEMA = `
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files(
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  hash TEXT NOT NULL,
  indexed_at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  project TEXT,
  at INTEGER,
  untrusted INTEGER NOT NULL
);
CREATE TABLE chunks(
  id INTEGER PRIMARY KEY,
  file_path TEXT NOT NULL REFERENCES files(path) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  key TEXT,
  content TEXT NOT NULL,
  context TEXT NOT NULL,
  speaker TEXT,
  at TEXT,
  start INTEGER,
  hash TEXT NOT NULL,
  embedding BLOB
);
CREATE UNIQUE INDEX chunks_by_place ON chunks(file_path, seq);
CREATE INDEX chunks_by_key ON chunks(key) WHERE key IS NOT NULL;
CREATE INDEX chunks_by_speaker ON chunks(speaker COLLATE NOCASE) WHERE speaker IS NOT NULL;
CREATE INDEX chunks_waiting ON chunks(id) WHERE embedding IS NULL;
CREATE VIRTUAL TABLE chunks_fts USING fts5(
  terms, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"
);
CREATE VIRTUAL TABLE chunks_trigram USING fts5(
  content, content = '', contentless_delete = 1, tokenize = 'trigram'
);
CREATE VIRTUAL TABLE files_fts USING fts5(
  terms, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"
);
CREATE TABLE words(term TEXT PRIMARY KEY, chunks INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE forgotten(path TEXT PRIMARY KEY, hash TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE embedding_cache(
  hash TEXT PRIMARY KEY,
  embedding BLOB NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
PRAGMA user_version = ${INDEX_VERSION};
`;
