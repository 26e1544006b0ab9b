/** PRAGMAs that only tell something, whatever they are asked about. */
const TELLING = new Set(
  `table_info table_xinfo table_list index_list index_info index_xinfo
   foreign_key_list foreign_key_check integrity_check quick_check`.split(/\s+/),
);

/** PRAGMAs that tell something unless they are given a value. */
const TELLING_ALONE = new Set(
  `database_list collation_list function_list module_list pragma_list compile_options
   user_version application_id schema_version data_version encoding
   page_count page_size freelist_count journal_mode auto_vacuum`.split(/\s+/),
);

const QUERY = new Set(["SELECT", "VALUES"]);
const CHANGE = new Set(["INSERT", "REPLACE", "UPDATE", "DELETE"]);
const ALLOWED = "Only one SELECT, EXPLAIN or informative PRAGMA is run";

/** Why a text is not exactly one statement that only reads (SQL-2); null when it is. */
export function statementProblem(sql: string): string | null {
  const tokens = tokensOf(sql);
  if (tokens === null) return "The SQL ends inside a string or a comment.";
  const end = tokens.findIndex(({ text }) => text === ";");
  if (end !== -1 && tokens.slice(end).some(({ text }) => text !== ";")) {
    return `${ALLOWED}, without another statement behind it.`;
  }
  return isReading(end === -1 ? tokens : tokens.slice(0, end)) ? null : `${ALLOWED}.`;
}

function isReading(tokens: readonly Token[]): boolean {
  const words = tokens.map(({ text }) => text.toUpperCase());
  const [first = "", second, third] = words;
  if (QUERY.has(first)) return true;
  if (first === "WITH") return QUERY.has(mainWordOf(tokens) ?? "");
  if (first === "EXPLAIN") {
    const skipped = second === "QUERY" && third === "PLAN" ? 3 : 1;
    return words[skipped] !== "EXPLAIN" && isReading(tokens.slice(skipped));
  }
  if (first !== "PRAGMA" || words.includes("=")) return false;
  const name = (words[2] === "." ? words[3] : second)?.toLowerCase() ?? "";
  return TELLING.has(name) || (TELLING_ALONE.has(name) && !words.includes("("));
}

/** Behind the named queries of a WITH: what the statement does. */
function mainWordOf(tokens: readonly Token[]): string | null {
  let depth = 0;
  for (const { text, isWord } of tokens) {
    if (text === "(") depth++;
    if (text === ")") depth--;
    const word = text.toUpperCase();
    if (depth === 0 && isWord && (QUERY.has(word) || CHANGE.has(word))) return word;
  }
  return null;
}

/** A word, or a single sign; quoted text and comments are of no interest. */
type Token = { readonly text: string; readonly isWord: boolean };

const SPACE = /\s+|--[^\n]*(?:\n|$)|\/\*[^]*?\*\//y;
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/y;
const WORD = /[\p{L}\p{N}_$]+/uy;

/** Null when a string or a comment has no end. */
function tokensOf(sql: string): readonly Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length;) {
    const space = match(SPACE, sql, at);
    const quoted = match(QUOTED, sql, at);
    const word = match(WORD, sql, at);
    if (space === 0 && quoted === 0 && word === 0) {
      if (/['"`[]/.test(sql.charAt(at)) || sql.startsWith("/*", at)) return null;
      tokens.push({ text: sql.charAt(at), isWord: false });
      at++;
      continue;
    }
    if (quoted > 0) tokens.push({ text: "''", isWord: false });
    if (word > 0) tokens.push({ text: sql.slice(at, at + word), isWord: true });
    at += Math.max(space, quoted, word);
  }
  return tokens;
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
