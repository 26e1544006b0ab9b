export { createBuiltIns, planFollowers } from "./built-ins.ts";
export type { BuiltInOptions, InternalUrls, ToolServices } from "./built-ins.ts";
export { inertServices } from "./inert-services.ts";
export type { AskUser, Board } from "./plan/board.ts";
export { applyBlocks, applyEdits, blocksOf } from "./edit/blocks/apply-blocks.ts";
export type { BlockResult, BlockStatus } from "./edit/blocks/apply-blocks.ts";
export { blockCalls, BLOCKS_GUIDE } from "./edit/blocks/blocks-edit.ts";
export { EMPTY_QUEUE, parseChoice, queueBlocks, takeBlocks } from "./edit/blocks/block-queue.ts";
export type { BlockChoice, BlockQueue, QueuedBlock } from "./edit/blocks/block-queue.ts";
export { parseBlocks } from "./edit/blocks/parse-blocks.ts";
export type { BlockEdit } from "./edit/blocks/parse-blocks.ts";
export { changeHash } from "./edit/change-hash.ts";
export { EDIT_VARIANTS, editDecorate, editTools, pickEditVariant } from "./edit/edit-tools.ts";
export type { EditVariant } from "./edit/edit-tools.ts";
export { anchorsOf, decorateLines } from "./edit/hashline/anchors.ts";
export { applyHunks } from "./edit/patch/apply-hunks.ts";
export { parsePatch } from "./edit/patch/parse-patch.ts";
export { editGuard } from "./edit/stream/edit-guard.ts";
export type { EditGuard, GuardOptions } from "./edit/stream/edit-guard.ts";
export { previewEdits } from "./edit/stream/preview-edits.ts";
export type { EditPreview, PreviewCall } from "./edit/stream/preview-edits.ts";
export type { FilePreview } from "./edit/stream/preview-patch.ts";
export type { EditServices, FileEdit } from "./edit/text-file.ts";
export { openShell } from "./shell/shell.ts";
export type { Shell } from "./shell/shell.ts";
export type { OfferUnconfined, ShellPorts, ShellSettings } from "./shell/shell-ports.ts";
export { runUserShell } from "./user-shell/run-user-shell.ts";
export type { UserShellOptions } from "./user-shell/run-user-shell.ts";
export { createSeen } from "./files/create-seen.ts";
export type { FileTree } from "./files/file-tree.ts";
export type { Files, Place, Seen } from "./files/files.ts";
export { openFiles } from "./files/open-files.ts";
export type { FilesOptions } from "./files/open-files.ts";
export type { FileServices } from "./files/services.ts";
export { placesOf } from "./places-of.ts";
export { fileKind } from "./read/file-kind.ts";
export { fitImages, sentImage } from "./read/fit-images.ts";
export { isSkippedFolder } from "./workspace/skipped-folders.ts";
export type { Decorate, ReadServices, ResolveUrl, UrlContent } from "./read/services.ts";
export { findFileTool } from "./find-file/find-file.ts";
export { globTool } from "./glob/glob.ts";
export { grepTool } from "./grep/grep.ts";
export { findRipgrep } from "./search/find-ripgrep.ts";
export { scanCache, scanCacheOptions } from "./search/scan/scan-cache.ts";
export type { ScanCache, ScanCacheOptions } from "./search/scan/scan-cache.ts";
export type { SearchServices, UrlFile } from "./search/services.ts";

export { astEditTool } from "./ast/ast-edit.ts";
export { astGrepTool } from "./ast/ast-grep.ts";
export { astParsers } from "./ast/parsers.ts";
export type { AstParsers } from "./ast/parsers.ts";
export type { AstServices } from "./ast/services.ts";

export { lostActions, lostActionsText } from "./resolve/lost-actions.ts";
export type { LostAction } from "./resolve/lost-actions.ts";
export { NoPendingStore, PendingActions, pushPendingAction } from "./resolve/pending-actions.ts";
export type {
  PendingAction,
  PendingOptions,
  PendingRecord,
  Resolved,
} from "./resolve/pending-actions.ts";
export { resolveTool } from "./resolve/resolve.ts";
export type { ResolveServices } from "./resolve/resolve.ts";
export { openExtractor } from "./web-fetch/extract/extractor.ts";
export type { Extractor } from "./web-fetch/extract/extractor.ts";
export { articleText } from "./web-fetch/html/article-text.ts";
export { pageCache } from "./web-fetch/page-cache.ts";
export { untrusted } from "./web/untrusted.ts";
export { webTools } from "./web/web-tools.ts";
export type { WebServices } from "./web/web-tools.ts";
export { imageMaker } from "./image-gen/image-makers.ts";
export type { ImageServices } from "./image-gen/image-makers.ts";
export { usableProviders } from "./web-search/run-search.ts";
export { PROVIDER_IDS } from "./web-search/search-provider.ts";
export type { ProviderId, SearchAccess, VendorAccess } from "./web-search/search-provider.ts";
