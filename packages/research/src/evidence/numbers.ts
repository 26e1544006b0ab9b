/** A number in a text, under every value that its spelling may mean. */
export type NumberIn = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly values: readonly number[];
  /** Said to be rounded: "about 1.5 million". */
  readonly rounded: boolean;
};

// Not inside of a word: `H2O` and `v1` are names.
const DIGITS =
  /(?<![\p{L}\p{N}_.,])\d+(?:[.,'’\u00a0\u202f]\d+)*(?:\s?(thousand|million|billion|trillion|bn|mn|k|m)(?![\p{L}\p{N}]))?/giu;

const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  mn: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
  trillion: 1e12,
};

const ROUNDED =
  /(?:about|around|nearly|almost|roughly|approximately|approx\.?|over|under|more than|less than|at least|up to|circa|ca\.|some|~|≈|>|<)\s*[$€£¥]?$/i;

const WORDS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const TENS: Readonly<Record<string, number>> = {
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
  thousand: 1000,
  dozen: 12,
};
const ORDINALS =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(
    " ",
  );

/** The numbers of a text that are written in digits. */
export function numbersIn(text: string): readonly NumberIn[] {
  return [...text.matchAll(DIGITS)].map((match) => {
    const [whole, scale] = match;
    const digits = scale === undefined ? whole : whole.slice(0, -scale.length).trim();
    return {
      text: whole,
      start: match.index,
      end: match.index + whole.length,
      values: valuesOf(digits, scale?.toLowerCase()),
      rounded: ROUNDED.test(text.slice(Math.max(0, match.index - 16), match.index)),
    };
  });
}

/** Every number a text holds, in digits or in words: what a number may rest on. */
export function numbersOf(text: string): readonly number[] {
  const found = numbersIn(text);
  const digits = found.flatMap(({ values }) => values);
  // Digits that are part of a name still stand there; a part of another number does not.
  const starts = new Set(found.map(({ start }) => start));
  const parts = [...text.matchAll(/(?<![\d.,'’\u00a0\u202f])\d+/gu)].flatMap((match) =>
    starts.has(match.index) ? [] : [Number(match[0])],
  );
  return [...new Set([...digits, ...parts, ...wordNumbers(text)])];
}

function wordNumbers(text: string): readonly number[] {
  const found: number[] = [];
  let tens = 0;
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    const small = WORDS.indexOf(word);
    const ordinal = ORDINALS.indexOf(word);
    const unit = small >= 0 ? small : ordinal;
    if (unit >= 0) found.push(unit, ...(tens > 0 && unit < 10 ? [tens + unit] : []));
    const ten = TENS[word] ?? (word === "twenty" ? 20 : undefined);
    if (ten !== undefined) found.push(ten);
    tens = ten !== undefined && ten < 100 ? ten : 0;
  }
  return found;
}

/** `1,234.5` and `1.234,5` are the same to somebody; a single separator may be either. */
function valuesOf(digits: string, scale: string | undefined): readonly number[] {
  const plain = digits.replaceAll(/['’\u00a0\u202f]/g, "");
  const readings = [plain.replaceAll(",", ""), plain.replaceAll(".", "").replaceAll(",", ".")];
  const values = readings.map(Number).filter((value) => Number.isFinite(value));
  const times = scale === undefined ? undefined : SCALES[scale];
  const scaled = times === undefined ? [] : values.map((value) => value * times);
  return [...new Set([...values, ...scaled])];
}

const NEAR = 0.05;

/** Whether one of these numbers is meant. A value that is said to be rounded may be off a little. */
export function isAmong(number: NumberIn, grounds: readonly number[]): boolean {
  return number.values.some((value) =>
    grounds.some(
      (ground) => Math.abs(ground - value) <= Math.abs(value) * (number.rounded ? NEAR : 1e-9),
    ),
  );
}
