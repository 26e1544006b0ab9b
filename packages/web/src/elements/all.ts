// Every element of the first page, by name; what is looked at later is loaded later.
import "../cards/approval-card.ts";
import "../cards/question-card.ts";
import "../dialogs/picker.ts";
import "../items/item.ts";
import "../panel/panel.ts";
import "../scroll/transcript.ts";
import "./composer.ts";
import "./connect.ts";
import "./dialog.ts";
import "./diff.ts";
import "./markdown.ts";
import "./sessions.ts";

export { SquireApp } from "./app.ts";
