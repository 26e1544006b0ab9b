import type { KeptEvent, Restored, SessionState } from "@squire/protocol";
import { emptyView } from "./empty-view.ts";
import type { ItemList } from "./item-list.ts";
import type { Item } from "./item.ts";
import { closeAll } from "./live.ts";
import type { Moment } from "./reducer.ts";
import { cacheShareOf } from "./turns.ts";
import type { View } from "./view.ts";

type Fold = (view: View, event: KeptEvent["event"], moment: Moment) => View;

/** What the log has kept, folded like any other events, and the state on top of it. */
export function restoreView(before: View, restored: Restored, seq: number, fold: Fold): View {
  const { state, events, reason, earlier } = restored;
  const folded = foldKept(emptyView(before.sessionId), events, fold);
  const settled = state.runId === null ? closeAll(folded) : folded;
  return {
    ...settled,
    ...standing(state, settled),
    seq,
    stream: state.stream,
    epoch: before.epoch + 1,
    restored: reason,
    earlier,
  };
}

/** The items of kept events alone: for a page of `chat.replay` above what is there already. */
export function foldItems(sessionId: string, events: readonly KeptEvent[], fold: Fold) {
  const { items }: { readonly items: ItemList<Item> } = closeAll(
    foldKept(emptyView(sessionId), events, fold),
  );
  return items.from(0);
}

// Items that have no id of their own are named after their place: the same in every telling.
function foldKept(start: View, events: readonly KeptEvent[], fold: Fold): View {
  let view = start;
  for (const [index, { at, event }] of events.entries()) {
    view = fold(view, event, { at, seq: -(index + 1) });
  }
  return view;
}

function standing(state: SessionState, view: View): Partial<View> {
  const { title, mode, trust, model, thinking, workplace, context, spent, runId } = state;
  const { input, cacheRead } = spent.session;
  return {
    title,
    mode,
    trust,
    model,
    thinking: thinking ?? null,
    workplace,
    context,
    queue: state.queue,
    approvals: state.approvals,
    questions: state.questions,
    todos: state.todo,
    plan: state.plan === null ? null : { plan: state.plan, change: view.plan?.change ?? null },
    edits: state.edits,
    taint: state.taint,
    jobs: state.jobs,
    clients: state.clients,
    spending: {
      turnUsd: spent.turn.costUsd,
      sessionUsd: spent.session.costUsd,
      input,
      cacheRead,
      cacheShare: cacheShareOf({ input, cacheRead }),
    },
    activity:
      runId === null
        ? null
        : (view.activity ?? { runId, startedAt: state.updatedAt, step: 0, text: null }),
  };
}
