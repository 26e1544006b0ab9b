import { crc32, deflateRawSync } from "node:zlib";

export type ZipFile = {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly stored?: boolean;
  /** What it claims to be, in bytes. */
  readonly claims?: number;
  readonly flags?: number;
  readonly method?: number;
};

/** A zip file as programs make it; `before` stands before the archive. */
export function zipOf(files: readonly ZipFile[], before: Uint8Array = new Uint8Array(0)): Buffer {
  const parts: Buffer[] = [Buffer.from(before)];
  const listed: Buffer[] = [];
  let offset = 0;
  for (const { name, content, stored = false, claims, flags = 0x800, method } of files) {
    const raw = Buffer.from(content);
    const packed = stored ? raw : deflateRawSync(raw);
    const nameBytes = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method ?? (stored ? 0 : 8), 4);
    fields.writeUInt32LE(crc32(raw), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claims ?? raw.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, nameBytes, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    listed.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), fields, tail, nameBytes]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(listed);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
