import { expect, test } from "bun:test";
import { newBlocks, readDelta, startBlock, stopBlock, stopBlocks } from "./anthropic-blocks.ts";
import type { Blocks } from "./anthropic-blocks.ts";
import { Reply } from "./reply.ts";

function contentOf(drive: (blocks: Blocks) => void) {
  const blocks = newBlocks(
    new Reply({ provider: "anthropic", wire: "anthropic-messages", model: "m" }),
  );
  drive(blocks);
  stopBlocks(blocks);
  return blocks.reply.partial()?.content;
}

const TEXT = (text: string) => ({ type: "text_delta", text });
const call = (id: string, input: object = {}) => ({ type: "tool_use", id, name: "f", input });

test("PROV-8: deltas of a block that never started open it", () => {
  expect(
    contentOf((blocks) => {
      readDelta(blocks, 0, TEXT("a"));
      readDelta(blocks, 1, { type: "thinking_delta", thinking: "b" });
      readDelta(blocks, 2, { type: "input_json_delta", partial_json: '{"c":1}' });
      readDelta(blocks, 3, { type: "signature_delta", signature: "d" });
      readDelta(blocks, 4, { type: "unheard_of", text: "e" });
      stopBlock(blocks, 5);
    }),
  ).toEqual([
    { type: "text", text: "a" },
    { type: "thinking", text: "b", opaque: { type: "thinking", signature: "" } },
    { type: "call", id: "call_1", name: "", argsText: '{"c":1}' },
    { type: "thinking", text: "", opaque: { type: "thinking", signature: "d" } },
  ]);
});

test("PROV-8: a server that never counts its blocks loses none of them", () => {
  expect(
    contentOf((blocks) => {
      startBlock(blocks, undefined, { type: "thinking", thinking: "t" });
      readDelta(blocks, undefined, TEXT("x"));
      startBlock(blocks, undefined, call("a"));
      startBlock(blocks, undefined, call("a"));
      startBlock(blocks, undefined, call("b", { k: 1 }));
      stopBlock(blocks, undefined);
      readDelta(blocks, undefined, TEXT("y"));
    }),
  ).toEqual([
    { type: "thinking", text: "t", opaque: { type: "thinking", signature: "" } },
    { type: "text", text: "x" },
    { type: "call", id: "a", name: "f", argsText: "{}" },
    { type: "call", id: "b", name: "f", argsText: '{"k":1}' },
    { type: "text", text: "y" },
  ]);
});

test("PROV-8: calls with one id are told apart", () => {
  expect(
    contentOf((blocks) => {
      startBlock(blocks, 0, call("same"));
      startBlock(blocks, 1, call("same"));
    }),
  ).toMatchObject([{ id: "same" }, { id: "same_2" }]);
});

test("PROV-8: input of a vendor's own tool that is no JSON is kept as text", () => {
  expect(
    contentOf((blocks) => {
      startBlock(blocks, 0, { type: "server_tool_use", id: "s", input: {} });
      readDelta(blocks, 0, { type: "input_json_delta", partial_json: '{"q' });
    }),
  ).toMatchObject([{ type: "vendor", opaque: { type: "server_tool_use", input: '{"q' } }]);
});
