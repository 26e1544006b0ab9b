import { literalOf, type ShellWord } from "../../shell/word.ts";
import type { Asked } from "../asked.ts";
import { HARMLESS, judged, type Judgement, type Touch } from "../spec.ts";

const TEXT =
  /^(?:bs|cbs|conv|count|ibs|iflag|iseek|obs|oflag|oseek|seek|skip|status|files|fillchar|speed)=/;

/** `dd if=a of=b` */
export function judgeDd({ args }: Asked): Judgement {
  const touches: Touch[] = [];
  let judgement: Judgement = HARMLESS;
  for (const arg of args) {
    const found = /^(if|of)=/.exec(arg.text.replace(/^["']/, ""));
    if (found?.[1] !== undefined) {
      touches.push({ access: found[1] === "if" ? "read" : "write", word: behindEquals(arg) });
      if (found[1] === "of") judgement = judged("write", "dd writes a file");
    } else if (!TEXT.test(literalOf(arg) ?? "") && judgement.effect === "read") {
      judgement = judged("unknown", `dd with ${arg.text} is not known to be harmless`);
    }
  }
  return { ...judgement, touches };
}

function behindEquals(arg: ShellWord): ShellWord {
  // The shell expands `~` behind the equals sign of such a word.
  const home = /^[io]f=~((?:\/[\w./-]*)?)$/.exec(arg.text)?.[1];
  if (home !== undefined) return { ...arg, shapes: [{ type: "exact", value: home, home: true }] };
  const value = literalOf(arg)?.slice(3);
  if (value === undefined) return { ...arg, shapes: [{ type: "open", begins: "" }] };
  return { ...arg, shapes: [{ type: "exact", value }] };
}
