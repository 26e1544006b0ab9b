import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addItems } from "@squire/memory";
import type { AddedItem } from "@squire/memory";
import { Tally } from "./judge.ts";
import type { Judge } from "./judge.ts";
import { asUsual, openRig, searchEach } from "./memory-rig.ts";
import type { Measuring } from "./memory-rig.ts";

type Conversation = {
  readonly id: string;
  readonly sessions: readonly {
    readonly session: number;
    readonly date: string;
    readonly turns: readonly {
      readonly dia_id: string;
      readonly speaker: string;
      readonly text: string;
      readonly caption?: string;
    }[];
  }[];
};

type Question = {
  readonly conversation: string;
  readonly category: number;
  readonly question: string;
  readonly evidence: readonly string[];
};

const DEPTHS = [5, 10, 20] as const;
/** What has to be reached at each depth. */
const LEAST = [0.56, 0.66, 0.75] as const;
/** Whether an answer can be known is another question. */
const UNANSWERABLE = 5;

/** The turns that hold an answer are among the first that a search brings up. */
export const locomoJudge: Judge = {
  name: "locomo",
  needs: "judges/locomo",
  async run(folder, { full }) {
    const tally = new Tally();
    const { conversations, questions } = readLocomo(folder);
    const words = await measure({ conversations, questions }, { vectors: false });
    const embedded = full ? conversations : conversations.slice(0, 1);
    const hybrid = await measure({ conversations: embedded, questions }, { vectors: true });
    for (const [name, figures] of [
      ["by words alone", words],
      ["hybrid", hybrid],
    ] as const) {
      const recalls = recallsOf(figures);
      for (const [at, depth] of DEPTHS.entries()) {
        const [reached = 0, least = 0] = [recalls[at], LEAST[at]];
        tally.check(
          reached >= least,
          () => `${name}: R@${depth} is ${reached.toFixed(3)}, not ${least}`,
        );
      }
    }
    const some = full
      ? ""
      : `, ${embedded.length} of ${conversations.length} conversations; --full embeds all`;
    return tally.verdict(
      `R@5/10/20: by words alone ${line(words)} (n ${words.length}); with vectors ${line(hybrid)} (n ${hybrid.length}${some}); by category ${byCategory(hybrid)}`,
    );
  },
};

export type Locomo = {
  readonly conversations: readonly Conversation[];
  readonly questions: readonly Question[];
};

export function readLocomo(folder: string): Locomo {
  const conversations = readLines(join(folder, "conversations.jsonl")) as readonly Conversation[];
  const all = readLines(join(folder, "questions.jsonl")) as readonly Question[];
  const questions = all.filter(
    ({ category, evidence }) => category !== UNANSWERABLE && evidence.length > 0,
  );
  return { conversations, questions };
}

export type Figure = { readonly category: number; readonly recalls: readonly number[] };

export async function measure(
  { conversations, questions }: Locomo,
  { vectors, ask = asUsual, known }: Measuring,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const conversation of conversations) {
    using rig = await openRig(vectors ? `locomo-${conversation.id}` : null, known);
    addItems(rig.index, itemsOf(conversation), conversation.id);
    await rig.index.embed({ waits: true });
    const asked = questions
      .filter((question) => question.conversation === conversation.id)
      .map((question) => ({ ...question, query: question.question }));
    const found = await searchEach(rig.index, asked, DEPTHS.at(-1) ?? 0, ask);
    for (const [at, { category, evidence }] of asked.entries()) {
      const wanted = new Set(evidence);
      const recalls = DEPTHS.map((depth) => {
        const hits = found[at]?.slice(0, depth).filter((id) => wanted.has(id)) ?? [];
        return hits.length / wanted.size;
      });
      figures.push({ category, recalls });
    }
  }
  return figures;
}

function itemsOf({ sessions }: Conversation): readonly AddedItem[] {
  return sessions.flatMap(({ session, date, turns }) =>
    turns.map(({ dia_id: id, speaker, text, caption }) => ({
      id,
      text: caption === undefined ? text : `${text} [${caption}]`,
      at: date,
      speaker,
      session: String(session),
    })),
  );
}

function recallsOf(figures: readonly Figure[]): readonly number[] {
  return DEPTHS.map((_, at) => {
    const total = figures.reduce((sum, { recalls }) => sum + (recalls[at] ?? 0), 0);
    return total / Math.max(1, figures.length);
  });
}

export function line(figures: readonly Figure[]): string {
  return recallsOf(figures)
    .map((recall) => recall.toFixed(3))
    .join(" ");
}

function byCategory(figures: readonly Figure[]): string {
  return linesByCategory(figures)
    .map(([category, recalls]) => `${category}: ${recalls}`)
    .join(", ");
}

export function linesByCategory(
  figures: readonly Figure[],
): readonly (readonly [number, string])[] {
  const categories = [...new Set(figures.map(({ category }) => category))].sort(
    (left, right) => left - right,
  );
  return categories.map((category) => {
    const some = figures.filter((one) => one.category === category);
    return [category, line(some)] as const;
  });
}

function readLines(file: string): readonly unknown[] {
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text) as unknown);
}
