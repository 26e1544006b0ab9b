import { describe, expect, test } from "bun:test";
import type { Message } from "@squire/protocol";
import { userText } from "@squire/protocol/values";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { playTurn, shelfOf, toolSpecs } from "./testing/shelf.ts";

const TOOLS = toolSpecs(["grep", "glob", "read", "ast_grep", "web_search", "web_fetch"]);

type Outcome = { readonly text: string; readonly failed?: boolean };

/** What scout does next, after its first looks had these outcomes, in their order. */
function next(question: string, ...outcomes: readonly Outcome[]): Decision {
  const messages: Message[] = [userText(question)];
  const left = [...outcomes];
  for (;;) {
    const decision = decide({ model: "scout", tools: TOOLS, messages });
    if (decision.type === "answer" || left.length === 0) return decision;
    const origin = { provider: "squire", wire: "scout", model: "scout" };
    const at = messages.length;
    const content = decision.calls.map(({ name, args }, place) => ({
      type: "call" as const,
      id: `c${at}_${place}`,
      name,
      argsText: JSON.stringify(args),
    }));
    messages.push({ role: "assistant", content, origin });
    for (const { id, name } of content) {
      const { text = "No match.", failed = false } = left.shift() ?? {};
      const said = [{ type: "text" as const, text }];
      messages.push({ role: "tool", callId: id, name, content: said, failed });
    }
  }
}

function callsOf(decision: Decision): readonly string[] {
  return decision.type === "look"
    ? decision.calls.map(
        ({ name, args }) =>
          `${name} ${String(args["pattern"] ?? args["query"] ?? args["url"] ?? args["path"])}`,
      )
    : [];
}

describe("calls of a function", () => {
  test("they are found by structure, tests last", () => {
    expect(callsOf(next("Who calls withRetry?"))).toEqual([
      "ast_grep withRetry($$$)",
      "ast_grep $_.withRetry($$$)",
    ]);
    const plain = "a.test.ts\n3:1-3:9 withRetry(1)\n\nsrc/b.ts\n7:1-9:2 withRetry( ⏎ two, ⏎ )";
    const { text } = next("Where is withRetry used?", { text: plain }, { text: "No match." });
    expect(text).toBe(
      "2 calls of withRetry in 2 files:\n\n- `withRetry(` — src/b.ts:7\n- `withRetry(1)` — a.test.ts:3",
    );
  });

  test("a plain word may be the name of one", () => {
    const found = { text: "src/b.ts\n7:1-7:9 stem(word)" };
    for (const question of ["who calls stem?", "Where is stem used?", "what uses stem()"]) {
      expect(callsOf(next(question))).toEqual(["ast_grep stem($$$)", "ast_grep $_.stem($$$)"]);
      expect(next(question, found, { text: "No match." }).text).toBe(
        "1 call of stem in 1 file:\n\n- `stem(word)` — src/b.ts:7",
      );
    }
    for (const question of ["Who calls the kettle?", "Who uses hot water?", "Where is stem?"])
      expect(callsOf(next(question)).join()).not.toContain("ast_grep");
  });

  test("a number is a least one when a listing is cut or a search failed", () => {
    const found = { text: "src/b.ts\n7:1-7:9 withRetry(2)" };
    const lost = { text: "ast_grep took too long.", failed: true };
    const least = "in at least 1 file; I could not see all:\n\n- `withRetry(2)` — src/b.ts:7";
    expect(next("Who calls withRetry?", found, lost).text).toBe(
      `At least 1 call of withRetry ${least}`,
    );
    const cut = {
      text: `${found.text}\n(1 of 1,340 matches; narrow path or glob, or raise limit)`,
    };
    expect(next("Who calls withRetry?", cut, { text: "No match." }).text).toBe(
      `At least 1340 calls of withRetry ${least}`,
    );
    for (const rest of ["2 of 5 files", "first 2 files, there are more", "the output is full"]) {
      const counts = `a.ts:3\nb.ts:2\n(${rest}; narrow path, glob or pattern, or raise limit)`;
      expect(next("How many times is withRetry used?", { text: counts }).text).toStartWith(
        "At least 5 matches of withRetry in at least 2 files; more than I see at once:\n",
      );
    }
  });

  test("a number is a least one when a file was not searched", () => {
    const found = "src/b.ts\n7:1-7:9 withRetry(2)";
    for (const why of ["c.ts: syntax error in line 3", "my c.ts: larger than 10 bytes"]) {
      const calls = next(
        "Who calls withRetry?",
        { text: `${found}\n(${why})` },
        { text: "No match." },
      );
      expect(calls.text).toStartWith("At least 1 call of withRetry in at least 1 file;");
    }
    const sum = "(5 matches in 2 files)";
    for (const why of [
      "2 paths could not be read",
      "left out, with credentials by their names: 1 files",
    ]) {
      const counts = `(a)/b.ts:3\nb.ts:2\n${sum}\n(${why})`;
      expect(next("How many times is withRetry used?", { text: counts }).text).toStartWith(
        "At least 5 matches of withRetry in at least 2 files; I could not see all:\n",
      );
      const none = `No match. Try a shorter pattern.\n(${why})`;
      expect(next("How many times is withRetry used?", { text: none }).text).toBe(
        "I found nothing that answers this. I searched for withRetry.",
      );
    }
    const all = { text: `(a)/b.ts:3\nb.ts:2\n${sum}` };
    expect(next("How many times is withRetry used?", all).text).toStartWith(
      "5 matches of withRetry in 2 files:\n",
    );
  });

  test("what is never called is looked for in words", () => {
    const decision = next("Who calls withRetry?", { text: "No match." }, { text: "No match." });
    expect(callsOf(decision).some((call) => call.startsWith("grep"))).toBe(true);
  });
});

describe("files by their names", () => {
  test("a listing is the answer", () => {
    expect(callsOf(next("Where is the file retry.ts?"))).toEqual(["glob **/retry.ts"]);
    expect(callsOf(next("find all toml files in docs"))).toEqual(["glob docs/**/*.toml"]);
    expect(next("Which files are called retry?", { text: "a/retry.ts\nb/retry.md" }).text).toBe(
      "2 files fit **/*retry*.\n\n- a/retry.ts\n- b/retry.md",
    );
  });

  test("a file that was named without its folder is looked for everywhere", () => {
    const failed = { text: "There is no heat.ts.", failed: true };
    const none = { text: "No match." };
    const first = next("What does heat.ts do?");
    const count = first.type === "look" ? first.calls.length : 0;
    const outcomes = [failed, ...Array.from({ length: count - 1 }, () => none)];
    expect(callsOf(next("What does heat.ts do?", ...outcomes))).toEqual(["glob **/heat.ts"]);
    const found = next("What does heat.ts do?", ...outcomes, { text: "src/heat.ts" });
    expect(callsOf(found)).toContain("read src/heat.ts");
  });
});

describe("the web", () => {
  test("it is asked only when the user wants it", () => {
    expect(callsOf(next("search the web for harbour lamps"))).toEqual(["web_search harbour lamps"]);
    const here = [
      "Where is the online mode implemented?",
      "Where does the code search the web?",
      "find the web search in this project",
      "What is a harbour lamp?",
    ];
    for (const question of here) {
      expect(callsOf(next(question)).some((call) => call.startsWith("web_"))).toBe(false);
    }
  });

  test("a page that is named is opened and quoted", () => {
    const asked = "What does https://lamps.test/a say about the harbour lamp?";
    expect(callsOf(next(asked))).toEqual(["web_fetch https://lamps.test/a"]);
    const page =
      '<untrusted source="https://lamps.test/a">\n# Lamps\n\nThe harbour lamp is green.\n</untrusted>';
    expect(next(asked, { text: page }).text).toContain(
      "> The harbour lamp is green.\n> — https://lamps.test/a",
    );
  });

  test("an address is looked for as it is written, and said to be nowhere when it is", () => {
    const asked = "Where is https://lamps.test/api used?";
    const shelf = shelfOf({
      "src/lamp.ts": 'get("https://lamps.test/api");\nget("https://lampsxtest/api");\n',
      "docs/web.md": "# Web\n\nAn API for a test of lamps, used with https.\n",
    });
    expect(playTurn(shelf, asked).answer).toBe(
      '1 match of https://lamps.test/api in 1 file:\n\n- `get("https://lamps.test/api");` — src/lamp.ts:1',
    );
    shelf.delete("src/lamp.ts");
    expect(playTurn(shelf, asked).answer).toBe(
      "I found nothing that answers this. No file here contains https://lamps.test/api.",
    );
    const cut = {
      text: "a.ts\n3:https://lamps.test/api\n(1 of 7 matches in 2 files; narrow path)",
    };
    expect(next(asked, cut).text).toStartWith("At least 7 matches of https://lamps.test/api in");
  });

  test("a question about the folder stays here, also when it holds an address", () => {
    const here = [
      "Where is https://lamps.test/api used?",
      "Which file mentions https://lamps.test/api?",
      "What does this repo fetch from https://lamps.test/api?",
      "Is https://lamps.test/api called anywhere in the code?",
    ];
    for (const question of here) {
      const calls = callsOf(next(question));
      expect(calls.some((call) => call.startsWith("grep"))).toBe(true);
      expect(calls.some((call) => call.startsWith("web_"))).toBe(false);
    }
    const there = [
      "Summarise the file at https://lamps.test/a",
      "What does https://lamps.test/a say about how lamps are used?",
    ];
    for (const question of there)
      expect(callsOf(next(question))).toEqual(["web_fetch https://lamps.test/a"]);
  });

  test("when no page can be read the files are searched, and the reason is said", () => {
    const asked = "What does https://lamps.test/a say about the harbour lamp?";
    const lost = { text: "There is no network.\nTry later.", failed: true };
    expect(callsOf(next(asked, lost)).some((call) => call.startsWith("grep"))).toBe(true);
    const none = Array.from({ length: 40 }, () => ({ text: "No match." }));
    expect(next(asked, lost, ...none).text).toStartWith(
      "The web could not be asked: There is no network.\n\nI found nothing that answers this.",
    );
  });

  test("why it could not be asked is said", () => {
    const failed = { text: "No search provider is set up: exa needs EXA_API_KEY.", failed: true };
    expect(next("search the web for harbour lamps", failed).text).toBe(
      "The web could not be asked: No search provider is set up: exa needs EXA_API_KEY.",
    );
  });
});
