import { deflateSync } from "node:zlib";

/** A PDF file with one line of text per page; `streams` replaces what a page is drawn with. */
export function pdfOf(
  pages: readonly string[],
  streams: Readonly<Record<number, Uint8Array>> = {},
): Buffer {
  const objects: (string | Buffer)[] = ["<< /Type /Catalog /Pages 2 0 R >>", ""];
  const font = 3 + pages.length * 2;
  const kids = pages.map((text, at) => {
    const content = Buffer.from(`BT /F1 12 Tf 20 100 Td (${text}) Tj ET`);
    const packed = Buffer.from(streams[at] ?? deflateSync(content));
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${4 + at * 2} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
      Buffer.concat([
        Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
        packed,
        Buffer.from("\nendstream"),
      ]),
    );
    return `${3 + at * 2} 0 R`;
  });
  objects[1] = `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${pages.length} >>`;
  objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  return assemble(objects);
}

function assemble(objects: readonly (string | Buffer)[]): Buffer {
  const parts = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [at, body] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(body),
      Buffer.from("\nendobj\n"),
    ]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
