/**
 * What the child runs that embeds: it loads the model and answers `{id, texts}` with `{id, vectors}`, one text per
 * pass, vectors as base64 of 32-bit floats. The engine's glue looks for its wasm beside itself; it is handed the real
 * path instead. A source of its own: it runs with built-in modules alone.
 */
export const EMBED_SCRIPT = `
const { readFileSync } = require("node:fs");
const [engine, wasm, weights, tokenizer, config, maxTokens] = process.argv.slice(1);
const glue = { exports: {} };
const lend = (name) => (name === "fs" ? { readFileSync: () => readFileSync(wasm) } : require(name));
new Function("module", "exports", "require", "__dirname", readFileSync(engine, "utf8"))(glue, glue.exports, lend, "");
const bytes = (path) => new Uint8Array(readFileSync(path));
const model = new glue.exports.Embedder(bytes(weights), bytes(tokenizer), bytes(config), Number(maxTokens));
const answer = (line) => {
  const { id, texts } = JSON.parse(line);
  try {
    const vectors = texts.map((text) => {
      const floats = Float32Array.from(model.embed([text])[0]);
      return Buffer.from(floats.buffer).toString("base64");
    });
    process.stdout.write(JSON.stringify({ id, vectors }) + "\\n");
  } catch (error) {
    process.stdout.write(JSON.stringify({ id, problem: String(error) }) + "\\n");
  }
};
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\\n");
  rest = lines.pop();
  for (const line of lines) answer(line);
});
process.stdin.on("end", () => process.exit(0));
`;
