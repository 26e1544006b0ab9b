export { EmbedError } from "./embed/embedder.ts";
export type { Embedder } from "./embed/embedder.ts";
export { endpointEmbedder } from "./embed/endpoint-embedder.ts";
export type { EndpointAccess } from "./embed/endpoint-embedder.ts";
export { localEmbedder } from "./embed/local-embedder.ts";
export { findModelFiles } from "./embed/model-files.ts";
export { addDocument, addItems } from "./index/add-items.ts";
export type { AddedItem, AddReport } from "./index/add-items.ts";
export {
  forgetNamed,
  forgetProject,
  listSources,
  requireWritable,
  sourceAt,
  sourceNamed,
  sourcesBeginning,
  statsOf,
} from "./index/inspect.ts";
export type { IndexStats, SourceInfo } from "./index/inspect.ts";
export { isBroken } from "./index/database.ts";
export { readForgotten } from "./index/forgotten.ts";
export { openMemoryIndex } from "./index/memory-index.ts";
export type { MemoryIndex, MemoryIndexOptions } from "./index/memory-index.ts";
export type { SourceKind } from "./index/source.ts";
export { NotWritableError } from "./index/writer.ts";
export { findVectorLibrary } from "./index/vector-store.ts";
export type { Hit } from "./search/search.ts";
export { FEATURES } from "./search/weights.ts";
export type { Feature } from "./search/weights.ts";
export { IMPORTED, outsideSource, outsideSources } from "./chunk/outside-sources.ts";
export { sessionChunks } from "./chunk/session-chunks.ts";
export { withinTokens } from "./notes/cut.ts";
export { standingOf } from "./notes/check-evidence.ts";
export { memoryStack } from "./notes/memory-stack.ts";
export type { StackPart } from "./notes/memory-stack.ts";
export { noteNameFor } from "./notes/note-name.ts";
export { noteStore, rootHash } from "./notes/note-store.ts";
export type { NoteStore } from "./notes/note-store.ts";
export { renderNote } from "./notes/note.ts";
export type { Note, NoteScope } from "./notes/note.ts";
export { hitLines, memoryTools } from "./tools/memory-tools.ts";
export type { MemoryServices } from "./tools/services.ts";
export { codeEmbedder } from "./code/code-embedder.ts";
export { MOST_BYTES } from "./code/code-files.ts";
export type { CodeFiles, FileStamp } from "./code/code-files.ts";
export { dropOldVectors, readCodeMeta, writeCodeMeta } from "./code/code-meta.ts";
export { refreshCode } from "./code/refresh-code.ts";
export type { RefreshProgress, RefreshReport } from "./code/refresh-code.ts";
export { searchCode } from "./code/search-code.ts";
export type { CodeHit } from "./code/search-code.ts";
export { semanticSearchTool } from "./tools/semantic-search.ts";
export { matchesGlobs } from "./rules/glob.ts";
export { expandPrompt, readPrompt, readRule } from "./rules/read-rule.ts";
export { loadedRule, ruleStack } from "./rules/rule-stack.ts";
export type { FileRule, PromptFile, RuleOwner } from "./rules/rule.ts";
export { ArtifactStore, artifactFolder, LEASE_FILE } from "./autonomous/artifact-store.ts";
export { learn, sessionsToRead } from "./autonomous/learn.ts";
export type { LearnModel, LearnReply, LearnReport, PastSession } from "./autonomous/learn.ts";
export { openRunLog } from "./autonomous/run-log.ts";
export type { LoggedRun } from "./autonomous/run-log.ts";
export { summaryPart } from "./autonomous/summary-part.ts";
