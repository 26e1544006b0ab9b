import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { deleteSession, forkSession, pruneTrash, restoreSession } from "./session-change.ts";
import { exportCommand, importCommand } from "./session-exchange.ts";
import { showContext } from "./session-context.ts";
import { gotoEntry } from "./session-goto.ts";
import { listSessions } from "./session-list.ts";
import { showSession } from "./session-show.ts";
import { showTree } from "./session-tree.ts";
import { verifySessions } from "./session-verify.ts";
import { withSessions } from "./sessions-at.ts";

type Session = Invocation<
  | "session list"
  | "session show"
  | "session tree"
  | "session goto"
  | "session context"
  | "session verify"
  | "session fork"
  | "session delete"
  | "session restore"
  | "session prune"
  | "session export"
  | "session import"
>;

/** Looking at sessions and moving them about (CLI-8). */
export function sessionCommand(invocation: Session, io: Io): Promise<number> {
  return withSessions(invocation.flags, io, (at) => {
    switch (invocation.command) {
      case "session list":
        return listSessions(invocation, at, io);
      case "session show":
        return showSession(invocation, at, io);
      case "session tree":
        return showTree(invocation, at, io);
      case "session context":
        return showContext(invocation, at, io);
      case "session goto":
        return gotoEntry(invocation, at, io);
      case "session verify":
        return verifySessions(invocation, at, io);
      case "session fork":
        return forkSession(invocation, at, io);
      case "session delete":
        return deleteSession(invocation, at, io);
      case "session restore":
        return restoreSession(invocation, at, io);
      case "session prune":
        return pruneTrash(invocation, at, io);
      case "session export":
        return exportCommand(invocation, at, io);
      case "session import":
        return importCommand(invocation, at, io);
    }
  });
}
