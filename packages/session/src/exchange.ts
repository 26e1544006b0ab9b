// Sessions as files of other kinds, apart from the index: reading foreign data needs the schema
// library, which a run does not.
export { readTranscript } from "./transcript/read-transcript.ts";
export { toTranscript } from "./transcript/to-transcript.ts";
export type { Transcript } from "./transcript/record.ts";
export { replay } from "./transcript/replay.ts";
export type { ReplayOptions } from "./transcript/replay.ts";
export { diffTranscripts } from "./transcript/diff.ts";
export { renderDiff, renderReplay } from "./transcript/render.ts";
export { exportArchive, exportJson } from "./exchange/export-json.ts";
export { exportHtml } from "./exchange/export-html.ts";
export { exportMarkdown } from "./exchange/export-markdown.ts";
export { escapeHtml, inertPage, safeUrl } from "./exchange/html.ts";
export { exportName, formatOf } from "./exchange/export-name.ts";
export type { ExportFormat } from "./exchange/export-name.ts";
export { exportSession } from "./exchange/export-session.ts";
export type { ExportSource } from "./exchange/export-session.ts";
export { inertMarkdown } from "./exchange/markdown.ts";
export { loadArtifacts } from "./exchange/load-artifacts.ts";
export type {
  ExportInclude,
  ExportInput,
  ExportItem,
  ExportPages,
} from "./exchange/export-types.ts";
export { exportPages } from "./exchange/export-view.ts";
export { importSession } from "./exchange/import-session.ts";
