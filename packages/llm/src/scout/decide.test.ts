import { describe, expect, test } from "bun:test";
import { userText } from "@squire/protocol/values";
import { decide } from "./decide.ts";
import { smallProject } from "./testing/fixture.ts";
import { playTurn, shelfOf, toolSpecs } from "./testing/shelf.ts";

function ask(question: string): string {
  return playTurn(smallProject(), question).answer;
}

describe("what scout answers", () => {
  test("where something is: the definition with its comment and place, not the test", () => {
    const said = ask("Where is retry implemented?");
    expect(said).toContain("src/retry.ts:2");
    expect(said).toContain("Tries again while the plug is loose.");
    expect(said).not.toContain("retry.test.ts");
  });

  test("a second part speaks of the first: its limits are numbers of the same file", () => {
    const said = ask("Where is the retry implemented and what are its limits?");
    expect(said).toContain("On “what are its limits”");
    expect(said).toContain("DEFAULT_RETRY = { attempts: 4, waitMs: 500 }");
  });

  test("a list is given item by item, each with its place", () => {
    expect(ask("Which exit codes are there?")).toBe(
      [
        "3 in EXIT_CODES (src/codes.ts:2):",
        "",
        "- `ok: 0` — src/codes.ts:3",
        "- `dry: 1` — src/codes.ts:4",
        "- `hot: 2` — src/codes.ts:5",
      ].join("\n"),
    );
  });

  test("how many: what is listed is counted, what is used is searched", () => {
    expect(ask("How many modes are there?")).toBe(
      "3: that many are listed under “MODES” (src/modes.ts:1).",
    );
    expect(ask("How many times is withRetry used?")).toContain(
      "2 matches of withRetry in 2 files:",
    );
  });

  test("two sides of a comparison stand beside each other", () => {
    const said = ask("What is the difference between mode and trust?");
    expect(said).toContain(
      "| mode | mode · what the user wants: boil or warm — docs/glossary.md:5 |",
    );
    expect(said).toContain("| trust | trust · how much it does unasked — docs/glossary.md:6 |");
  });

  test("a date is found for a question that asks when", () => {
    expect(ask("When was the water heated?")).toStartWith("I found nothing that answers this.");
    expect(ask("When was the first kettle sold?")).toContain(
      "> The first kettle was sold in 1891.",
    );
  });

  test("a list of things goes before the shape of one and before what a comment speaks of", () => {
    const shelf = smallProject();
    shelf.set("src/vendor.ts", "export type Vendor = {\n  name: string;\n  url: string;\n};\n");
    shelf.set(
      "src/words.ts",
      '/** What vendors do not take. */\nexport const BANNED = ["not", "if", "else", "then"] as const;\n',
    );
    shelf.set(
      "docs/vendors.md",
      "# Vendors\n\n| Name | Vendor | Key from | Default |\n|---|---|---|---|\n| `a` | Acme | `A_KEY` | one |\n| `b` | Berg | `B_KEY` | two |\n",
    );
    expect(playTurn(shelf, "Which vendors are supported?").answer).toStartWith(
      "2 under “Vendors” (docs/vendors.md:",
    );
  });

  test("a summary of a file is its outline", () => {
    const said = ask("summarise README.md");
    expect(said).toContain(
      "- **Kettle**: Kettle boils water and tells you when it is done. — README.md:3",
    );
    expect(said).toContain("- **Limits**: It never boils more than 2 litres. — README.md:7");
  });

  test("what stands nowhere is not made up", () => {
    expect(ask("Where is the blockchain module implemented?")).toBe(
      "I found nothing that answers this. I searched for blockchain. No file here contains blockchain.",
    );
  });

  test("a greeting gets an introduction that names what it cannot do", () => {
    const said = ask("hello");
    expect(said).toContain("I am scout");
    expect(said).toContain("squire setup");
  });
});

describe("what scout changes", () => {
  test("a rename is done where the whole name stands, and checked", () => {
    const shelf = smallProject();
    shelf.set("src/more.ts", "withRetry(1);\nwithRetryTwice(2);\n");
    const { answer, calls } = playTurn(shelf, "rename withRetry to tryAgain");
    expect(answer).toContain("Renamed withRetry to tryAgain: 3 places in 3 files.");
    expect(shelf.get("src/more.ts")).toBe("tryAgain(1);\nwithRetryTwice(2);\n");
    expect(shelf.get("src/retry.ts")).toContain("export function tryAgain(times");
    expect(calls.filter(({ name }) => name === "multi_edit")).toHaveLength(3);
  });

  test("a line that is a part of a longer one is changed alone, or its file is left and named", () => {
    const shelf = shelfOf({
      "a.yml": "map:\nid: 1\ngrid: 10\nid: 1\n  id: 1\n",
      "b.yml": "id: 1\ngrid: 10\n",
      "c.yml": "x\nid\nid\nvoid\n",
      "d.yml": "the id of it\n",
    });
    const { answer } = playTurn(shelf, "rename id to key");
    expect(shelf.get("a.yml")).toBe("map:\nkey: 1\ngrid: 10\nkey: 1\n  key: 1\n");
    expect(shelf.get("b.yml")).toBe("id: 1\ngrid: 10\n");
    expect(shelf.get("c.yml")).toBe("x\nid\nid\nvoid\n");
    expect(shelf.get("d.yml")).toBe("the key of it\n");
    expect(answer).toContain("Renamed id to key: 4 places in 2 files.");
    expect(answer).toContain("b.yml was not changed: one of its lines may be a part of another");
    expect(answer).toContain("id still stands in 3 places:\n- b.yml:1\n- c.yml:2\n- c.yml:3");
  });

  test("a replacement that holds what it replaces is put in once", () => {
    const shelf = shelfOf({ "a.txt": "a\nxa a\n" });
    const { answer } = playTurn(shelf, 'replace "a" with "aa"');
    expect(shelf.get("a.txt")).toBe("aa\nxaa aa\n");
    expect(answer).not.toContain("still stands");
  });

  test("text is replaced to the letter, within a folder when one is named", () => {
    const shelf = shelfOf({ "a/x.txt": "one (1) two\n", "b/x.txt": "one (1) two\n" });
    const { answer } = playTurn(shelf, 'replace "one (1)" with "$& three" in a');
    expect(answer).toContain("1 place in 1 file.");
    expect(shelf.get("a/x.txt")).toBe("$& three two\n");
    expect(shelf.get("b/x.txt")).toBe("one (1) two\n");
  });

  test("what needs understanding is refused, with the way to a model; nothing is written", () => {
    const { answer, calls } = playTurn(smallProject(), "make heatWater stop at 80 degrees");
    expect(answer).toContain("needs understanding");
    expect(answer).toContain("squire setup");
    expect(calls.every(({ name }) => name === "grep" || name === "read" || name === "glob")).toBe(
      true,
    );
  });
});

test("without tools it says so, and calls nothing", () => {
  const request = { model: "scout", messages: [userText("Where is retry?")], tools: [] };
  expect(decide(request)).toMatchObject({
    type: "answer",
    text: expect.stringMatching(/no tools here.*--mode code/),
  });
});

test("only offered tools are called", () => {
  const tools = toolSpecs(["read"]);
  const decision = decide({ model: "scout", messages: [userText("What is in README.md?")], tools });
  expect(decision).toMatchObject({
    type: "look",
    calls: [{ name: "read", args: { path: "README.md" } }],
  });
});

test("a question that is not about files ends in a few steps", () => {
  const { messages } = playTurn(
    smallProject(),
    "Why is the sky blue and what is the meaning of life?",
  );
  expect(messages.filter(({ role }) => role === "assistant").length).toBeLessThanOrEqual(8);
});

test("what goes on where nobody has looked is not counted", () => {
  const rows = Array.from({ length: 500 }, (_row, at) => `  code${at}: ${at},`);
  const shelf = shelfOf({
    "src/codes.ts": `export const EXIT_CODES = {\n${rows.join("\n")}\n};\n`,
  });
  expect(playTurn(shelf, "How many exit codes are there?").answer).not.toMatch(/\b\d+: that many/);
});

describe("what is given along", () => {
  test("an attached file is what the question is about; nothing else is looked at", () => {
    const asked =
      'When does the ferry leave?\n\n<file path="plan.txt">\nThe ferry leaves at 07:20.\nThe bus is late.\n</file>';
    const { answer, calls } = playTurn(smallProject(), asked);
    expect(answer).toContain("> The ferry leaves at 07:20.");
    expect(answer).toContain("plan.txt:1");
    expect(calls).toEqual([]);
  });

  test("so is a long text behind the question", () => {
    const log = Array.from({ length: 60 }, (_line, at) => `step ${at} was fine`);
    log[40] = "the copper valve failed to open";
    const { answer } = playTurn(smallProject(), `What failed?\n\n${log.join("\n\n")}`);
    expect(answer).toContain("> the copper valve failed to open\n> — input:81");
  });
});

test("what the loop says in brackets is no question", () => {
  const note = userText(
    "[The todo list still has open items. Finish them, or say why they can stay open.]\n- a lamp",
  );
  const messages = [userText("hello"), note];
  expect(decide({ model: "scout", messages, tools: toolSpecs() }).text).toContain("I am scout");
});

test("of a log the line is quoted that says it, not the log", () => {
  const lines = Array.from({ length: 20 }, (_line, at) =>
    at === 12 ? "Error: valve 7 is stuck" : `ok ${at}`,
  );
  const shelf = shelfOf({ "run.log": lines.join("\n") });
  expect(playTurn(shelf, "Which valve is stuck?").answer).toContain(
    "> Error: valve 7 is stuck\n> — run.log:13",
  );
});
