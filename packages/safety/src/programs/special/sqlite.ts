import { literalOf } from "../../shell/word.ts";
import { grammarOf } from "../grammar.ts";
import type { Asked } from "../asked.ts";
import { readArgs } from "../read-options.ts";
import { HARMLESS, judged, type Judgement } from "../spec.ts";

/** Commands of its shell that only look. */
const DOTS =
  /^\.(?:tables|schema|databases|indexes|indices|dbinfo|fullschema|help|show|version|mode|headers?|width|nullvalue|separator|stats|timer|eqp|dbconfig|lint)\b[^|]*$/;
const QUERY =
  /^(?:select|with|pragma\s+(?:table_x?info|table_list|index_x?info|index_list|database_list|foreign_key_list|integrity_check|quick_check|user_version|page_count|schema_version|encoding|journal_mode|compile_options)\b(?![^;]*=)|explain|values)\b/i;
/** Functions of its shell that read, write or load files, and words that change something. */
const HARM =
  /\b(?:readfile|writefile|load_extension|edit|lsdir|fsdir|zipfile|sqlar|fts3_tokenizer|attach|detach|vacuum|insert|update|delete|replace|create|drop|alter|reindex|analyze|begin|commit)\b/i;

/** A database opened for reading, and a query that only reads. */
export function judgeSqlite({ name, spec, args }: Asked): Judgement {
  const { options, operands, unknown, loose } = readArgs(args, grammarOf(spec));
  if (unknown.length > 0 || loose)
    return judged("unknown", `${name} with such options is not known`);
  const readonly = options.some((option) => /^-?-readonly$/.test(option.name));
  const [file, ...statements] = operands;
  const texts = statements.map(literalOf);
  if (file === undefined || texts.length === 0)
    return judged("unknown", `${name} reads its commands from elsewhere`);
  if (!readonly) return judged("write", `${name} without -readonly may change the database`);
  const harmless = texts.every((text) => text !== null && splitStatements(text).every(isHarmless));
  if (!harmless) return judged("unknown", `what ${name} is told is not known to be harmless`);
  return { ...HARMLESS, touches: [{ access: "read", word: file }] };
}

function splitStatements(text: string): readonly string[] {
  return text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function isHarmless(statement: string): boolean {
  if (statement.startsWith(".")) return DOTS.test(statement);
  return QUERY.test(statement) && !HARM.test(statement);
}
