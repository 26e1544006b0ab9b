import type { Beginning } from "../files/file-tree.ts";
import type { Place } from "../files/files.ts";
import { parseNotebook, MOST_NOTEBOOK_BYTES } from "../notebook/notebook-file.ts";
import { renderNotebook } from "../notebook/render-notebook.ts";
import { FORM_BYTES, type TextForm } from "../workspace/text-form.ts";
import { seeArchive } from "./archive/see-archive.ts";
import { fileKind } from "./file-kind.ts";
import { describe, MOST_IMAGE_BYTES, seeBytes, seeImage, seePacked } from "./see-bytes.ts";
import { allLines, MOST_TEXT_BYTES, seeText } from "./see-text.ts";
import type { ReadContext, ReadServices } from "./services.ts";
import type { View, Wanted } from "./view.ts";
import { wholeLines } from "./whole-lines.ts";

/** Larger files are not hashed: a change of one is not noticed by `edit`, which takes none anyway. */
const MOST_HASHED_BYTES = 64 * 1024 * 1024;

export type FileWish = Wanted & {
  readonly selector: string;
  /** How large it was when it was looked at; null: not known. */
  readonly size: number | null;
};

type Asked = {
  readonly services: ReadServices;
  readonly place: Place;
  readonly wish: FileWish;
  readonly context: ReadContext;
};

/** A file in the form that suits its kind. */
export async function readFile(
  services: ReadServices,
  place: Place,
  wish: FileWish,
  context: ReadContext,
): Promise<View> {
  const asked: Asked = { services, place, wish, context };
  const { files } = services;
  const { signal } = context;
  // What can be shown as a whole is opened once; of anything larger the kind is seen first.
  const most = wish.size !== null && wish.size <= MOST_TEXT_BYTES ? MOST_TEXT_BYTES : FORM_BYTES;
  const begun = await files.begin(place, { most, hashed: most, signal });
  const head = { ...begun, bytes: begun.bytes.subarray(0, FORM_BYTES) };
  const kind = fileKind(head.bytes, place.name);
  switch (kind.type) {
    case "text":
      return readText(asked, kind.form, begun);
    case "notebook":
      return wish.selector === "raw" ? readRaw(asked) : readNotebook(asked);
    case "image": {
      const whole = await files.begin(place, { most: MOST_IMAGE_BYTES, hashed: 0, signal });
      return seeImage({ ...whole, name: place.name });
    }
    case "zip":
    case "tar":
    case "gzip":
      return seeArchive(
        { files, place, signal },
        { kind: kind.type, inner: wish.selector },
        (extract) => seePacked(extract, wish.selector, wish),
      );
    case "sqlite": {
      const { seeDatabase } = await import("./sqlite/see-database.ts");
      return seeDatabase(files, place, wish.selector, context);
    }
    case "pdf": {
      const { MOST_PDF_BYTES, seePdf } = await import("./pdf/see-pdf.ts");
      const { bytes } = await files.read(place, { most: MOST_PDF_BYTES, signal });
      return seePdf({ bytes, name: place.name }, wish.selector, context);
    }
    case "binary":
      return describe({ ...head, name: place.name }, "binary file");
  }
}

/** What the model is shown of it counts as seen, and with it the whole file (FS-10). */
async function readText(
  { services, place, wish, context }: Asked,
  form: TextForm,
  head: Beginning,
): Promise<View> {
  const options = { most: MOST_TEXT_BYTES, hashed: MOST_HASHED_BYTES, signal: context.signal };
  const isWhole = head.hash !== null && head.bytes.length === head.size;
  const begin = isWhole ? head : await services.files.begin(place, options);
  const { bytes, size, hash } = begin;
  const file = { bytes, size, form };
  const view = wholeLines(seeText(file, linesOf(wish)));
  if (hash !== null) services.seen.note(place.path, hash);
  if (services.decorate === undefined || view.lines.length === 0) return view;
  const about = { from: view.from, all: () => allLines(file) };
  return { ...view, decorated: await services.decorate(view.lines, place, about) };
}

/** `10` or `10-20` as a selector stands for offset and limit. */
function linesOf(wish: FileWish): Wanted {
  const [, first, last] = /^(\d+)(?:-(\d+))?$/.exec(wish.selector) ?? [];
  if (first === undefined) return wish;
  const from = Math.max(1, Number(first));
  const count = last === undefined ? wish.count : Number(last) - from + 1;
  return { from, count: Math.max(1, count) };
}

async function readRaw({ services, place, wish, context }: Asked): Promise<View> {
  const { signal } = context;
  const { bytes, size } = await services.files.begin(place, {
    most: MOST_TEXT_BYTES,
    hashed: 0,
    signal,
  });
  return seeBytes({ bytes, size, name: "" }, wish);
}

/** By cells; offset and limit count its lines as they are shown. */
async function readNotebook({ services, place, wish, context }: Asked): Promise<View> {
  const { bytes, hash } = await services.files.read(place, {
    most: MOST_NOTEBOOK_BYTES,
    signal: context.signal,
  });
  const notebook = parseNotebook(new TextDecoder().decode(bytes), place.name);
  services.seen.note(place.path, hash);
  const text = Buffer.from(renderNotebook(notebook));
  const form: TextForm = { encoding: "utf-8", marked: false, newline: "\n" };
  return seeText({ bytes: text, size: text.length, form }, wish);
}
