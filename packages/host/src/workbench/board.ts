import type { AgentEvent } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import type { Board } from "@squire/tools";

/** Plan and todo list as the log has them; each change is an entry and an event (PLAN-8). */
export function sessionBoard(session: OpenSession, emit: (event: AgentEvent) => void): Board {
  return {
    plan: () => session.state().plan,
    todos: () => session.state().todo,
    async changePlan(change, plan, reason) {
      const why = reason === undefined ? {} : { reason };
      await session.append({ type: "plan", change, plan, ...why });
      emit({ type: "plan.changed", change, plan });
    },
    async setTodos(items) {
      await session.append({ type: "todo", items });
      emit({ type: "todo.changed", items });
    },
  };
}
