import type { Gate } from "@squire/agent";
import type { Decision, JudgedCall, TrailStep } from "@squire/protocol";

/**
 * Reading is free, everything else asks; `--yes` answers for the user. The stand-in for the real
 * gate: it knows no rules, only what a call does.
 */
export function simpleGate({ yes }: { readonly yes: boolean }): Gate {
  return (call) => {
    if (call.effect === "read" && !call.requiresApproval) {
      return decided("allow", { stage: "tool", verdict: "allow", reason: "It only reads." });
    }
    const asks: TrailStep = { stage: "tool", verdict: "ask", reason: whatItDoes(call) };
    if (!yes) return decided("ask", asks);
    return decided("allow", asks, { stage: "trust", verdict: "allow", reason: "--yes was given." });
  };
}

function decided(verdict: Decision["verdict"], ...trail: readonly TrailStep[]): Decision {
  return { verdict, trail };
}

function whatItDoes({ effect }: JudgedCall): string {
  switch (effect) {
    case "read":
      return "It wants to be asked for.";
    case "write":
      return "It changes files.";
    case "execute":
      return "It runs a command.";
    case "network":
      return "It uses the network.";
    case "ask":
      return "It asks you something.";
  }
}
