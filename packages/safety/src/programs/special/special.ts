import type { Asked } from "../asked.ts";
import type { Judgement, Special } from "../spec.ts";
import { judgeAwk } from "./awk.ts";
import { judgeDd } from "./dd.ts";
import { judgeFind } from "./find.ts";
import { judgeNames } from "./names.ts";
import { judgeSed } from "./sed.ts";
import { judgeSet } from "./set.ts";
import { judgeSqlite } from "./sqlite.ts";
import { judgeTar } from "./tar.ts";
import { judgeTest } from "./test.ts";

/** For programs whose arguments are a small language of their own. */
export function specialJudge(special: Special): (asked: Asked) => Judgement {
  return JUDGES[special];
}

const JUDGES: Readonly<Record<Special, (asked: Asked) => Judgement>> = {
  awk: judgeAwk,
  dd: judgeDd,
  find: judgeFind,
  names: judgeNames,
  sed: judgeSed,
  set: judgeSet,
  sqlite: judgeSqlite,
  tar: judgeTar,
  test: judgeTest,
};
