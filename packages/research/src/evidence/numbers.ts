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

/** `330 m` may be metres and `5 k` a thing of its own; what is spelled out is a scale and nothing else. */
const IS_SPELLED = /^(?:thousand|million|billion|trillion|bn|mn)$/;

/** Between two numbers that share the scale behind the second: "5 to 6 million". */
const SHARED = /^\s?(?:[-–—]|to|or|and)\s?[$€£¥]?$/i;

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
  dozen: 12,
};
const ORDINALS =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(
    " ",
  );

/** The numbers of a text that are written in digits. */
export function numbersIn(text: string): readonly NumberIn[] {
  const matches = [...text.matchAll(DIGITS)];
  return matches.map((match, at) => {
    const [whole, scale] = match;
    const digits = scale === undefined ? whole : whole.slice(0, -scale.length).trim();
    const end = match.index + whole.length;
    const next = matches[at + 1];
    const shared =
      scale === undefined && SHARED.test(text.slice(end, next?.index)) ? next?.[1] : undefined;
    return {
      text: whole,
      start: match.index,
      end,
      values: [
        ...valuesOf(digits, scale?.toLowerCase()),
        ...(shared === undefined ? [] : valuesOf(digits, shared.toLowerCase())),
      ],
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
  let before = "";
  // The numbers that the last word may have meant, the likeliest last.
  let open: readonly number[] = [];
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+|\d+/gu)) {
    const scale = IS_SPELLED.test(word) ? SCALES[word] : undefined;
    if (scale !== undefined) {
      // "Five million" says nothing of five.
      found.splice(found.length - open.length, open.length, ...scaledWord(open, scale, before));
      open = [];
      tens = 0;
    } else {
      const ten = TENS[word] ?? (word === "twenty" ? 20 : undefined);
      open = [...unitsOf(word, tens), ...(ten === undefined ? [] : [ten])];
      found.push(...open);
      tens = ten !== undefined && ten < 100 ? ten : 0;
    }
    before = word;
  }
  return found;
}

function unitsOf(word: string, tens: number): readonly number[] {
  const small = WORDS.indexOf(word);
  const unit = small >= 0 ? small : ORDINALS.indexOf(word);
  if (unit < 0) return [];
  return [unit, ...(tens > 0 && unit < 10 ? [tens + unit] : [])];
}

/** The scale behind a number in words, or alone; behind digits it was read with them. */
function scaledWord(open: readonly number[], scale: number, before: string): readonly number[] {
  const last = open.at(-1);
  if (last !== undefined) return [last * scale];
  return scale === 1e3 && !/^\d/.test(before) ? [scale] : [];
}

/** `1,234.5` and `1.234,5` are the same to somebody; a single separator may be either. */
function valuesOf(digits: string, scale: string | undefined): readonly number[] {
  const plain = digits.replaceAll(/['’\u00a0\u202f]/g, "");
  const readings = [plain.replaceAll(",", ""), plain.replaceAll(".", "").replaceAll(",", ".")];
  const values = readings.map(Number).filter((value) => Number.isFinite(value));
  const times = scale === undefined ? undefined : SCALES[scale];
  if (scale === undefined || times === undefined) return [...new Set(values)];
  const scaled = values.map((value) => value * times);
  return [...new Set(IS_SPELLED.test(scale) ? scaled : [...values, ...scaled])];
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
