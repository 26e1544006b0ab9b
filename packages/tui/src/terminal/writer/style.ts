/** How a cell looks. There is one object for each look, so styles are compared by identity. */
export type CellStyle = { readonly sgr: string; readonly link: string };

type Look = {
  readonly fg: string;
  readonly bg: string;
  readonly flags: ReadonlySet<string>;
  readonly link: string;
};

const PLAIN: Look = { fg: "", bg: "", flags: new Set(), link: "" };
export const EMPTY_STYLE: CellStyle = { sgr: "", link: "" };

const looks = new WeakMap<CellStyle, Look>([[EMPTY_STYLE, PLAIN]]);
const styles = new Map<string, CellStyle>([["\u0000", EMPTY_STYLE]]);
const KEPT_STYLES = 4096;

/** Which flags a code takes back. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  "22": ["1", "2"],
  "23": ["3"],
  "24": ["4"],
  "25": ["5"],
  "27": ["7"],
  "28": ["8"],
  "29": ["9"],
};

/** The style after an SGR code or a link, as `rowOf` matches them. */
export function styleAfter(style: CellStyle, match: RegExpMatchArray): CellStyle {
  const look = looks.get(style) ?? PLAIN;
  const [, codes, link] = match;
  return styleOf(codes === undefined ? { ...look, link: link ?? "" } : withCodes(look, codes));
}

function withCodes(look: Look, codes: string): Look {
  const fields = codes === "" ? ["0"] : codes.split(";");
  let { fg, bg } = look;
  let flags = look.flags;
  for (let index = 0; index < fields.length; index++) {
    const code = fields[index] ?? "";
    const number = Number(code === "" ? "0" : code);
    if (number === 38 || number === 48) {
      const length = fields[index + 1] === "5" ? 3 : 5;
      const colour = fields.slice(index, index + length).join(";");
      if (number === 38) fg = colour;
      else bg = colour;
      index += length - 1;
    } else if (number === 0) [fg, bg, flags] = ["", "", PLAIN.flags];
    else if (number === 39) fg = "";
    else if (number === 49) bg = "";
    else if ((number >= 30 && number <= 37) || (number >= 90 && number <= 97)) fg = code;
    else if ((number >= 40 && number <= 47) || (number >= 100 && number <= 107)) bg = code;
    else flags = withFlag(flags, code);
  }
  return { fg, bg, flags, link: look.link };
}

function withFlag(flags: ReadonlySet<string>, code: string): ReadonlySet<string> {
  const ended = ENDS[code];
  if (ended !== undefined) return new Set([...flags].filter((flag) => !ended.includes(flag)));
  return /^[1-9]$/.test(code) ? new Set([...flags, code]) : flags;
}

function styleOf(look: Look): CellStyle {
  const sgr = [...[...look.flags].sort(), look.fg, look.bg].filter(Boolean).join(";");
  const name = `${sgr}\u0000${look.link}`;
  const known = styles.get(name);
  if (known !== undefined) return known;
  if (styles.size >= KEPT_STYLES) forgetStyles();
  const style = { sgr, link: look.link };
  looks.set(style, look);
  styles.set(name, style);
  return style;
}

/** Links of a long session would pile up. Cells drawn before are drawn once more, nothing else. */
function forgetStyles(): void {
  styles.clear();
  styles.set("\u0000", EMPTY_STYLE);
}
