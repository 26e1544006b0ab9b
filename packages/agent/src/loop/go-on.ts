import { textOf } from "@squire/protocol/values";
import { EMPTY_REPLY, todoReminder } from "./notes.ts";
import { remind, sayQueued } from "./say.ts";
import type { Reply } from "./reply.ts";
import type { Turn } from "./turn-state.ts";

/** Whether the model is asked again; what it should hear before that is then in the log. */
export async function goesOn(turn: Turn, reply: Reply): Promise<boolean> {
  const { state, settings, signal } = turn;
  const called = reply.calls.length > 0;
  if (signal.aborted) return called;
  const steering = state.queue.takeSteering(settings.queueMode);
  await sayQueued(turn, steering);
  if (called || steering.length > 0) return true;
  if (isEmpty(reply)) return nudged(turn);
  return turn.guide?.goesOn() === true || remindedOfTodos(turn, reply);
}

/** Neither words nor calls. Thinking alone is no answer. */
export function isEmpty({ message, calls }: Reply): boolean {
  const vendor = message.content.some(({ type }) => type === "vendor");
  return calls.length === 0 && !vendor && textOf(message).trim() === "";
}

async function nudged(turn: Turn): Promise<boolean> {
  const { once } = turn.scratch;
  if (once.has("empty")) return false;
  once.add("empty");
  await remind(turn, EMPTY_REPLY);
  return true;
}

/** LOOP-24. */
async function remindedOfTodos(turn: Turn, { reason }: Reply): Promise<boolean> {
  const { ports, settings, scratch } = turn;
  if (!settings.todoReminder || scratch.once.has("todo") || reason === "length") return false;
  const open = ports.todos().filter(({ status }) => status === "open" || status === "active");
  if (open.length === 0) return false;
  scratch.once.add("todo");
  await remind(turn, todoReminder(open));
  return true;
}
