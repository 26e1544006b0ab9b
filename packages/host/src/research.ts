// The door to reports, apart from the index: checking one loads neither the loop nor a model.
export { exportRedactor } from "./research/export-redactor.ts";
export { withPagesNow } from "./research/pages-now.ts";
export { textsOfSession } from "./research/kept-texts.ts";
export { bundleReport, lastReport } from "./research/reports.ts";
export { reportFormatOf, reportText, writeReport } from "./research/report-files.ts";
export type { ReportFormat } from "./research/report-files.ts";
export { verifySession } from "./research/verify-session.ts";
export { verifyFile } from "./research/verify-target.ts";
export type { TargetVerdict } from "./research/verify-target.ts";
