import type { MethodName, MethodParams } from "@squire/protocol";

const KEYS = { sessionKey: "none", approvalId: "none", questionId: "none", callId: "none" };

/** Params that do not fit, and some that fit but name nothing that exists. */
export function brokenParams<M extends MethodName>(): readonly MethodParams<M>[] {
  const broken: readonly unknown[] = [
    null,
    7,
    "text",
    [],
    { sessionKey: 7 },
    { sessionKey: "", message: "" },
    { ...KEYS, message: { deep: [[[]]] } },
    {
      ...KEYS,
      entryId: "none",
      queueId: "none",
      jobId: "none",
      artifactId: "none",
      message: "hi",
      command: "true",
      text: "t",
      title: "t",
      label: null,
      name: "none",
      query: "none",
      key: "none",
      value: 1,
      cwd: "none",
      tool: "none",
      args: {},
      active: null,
      mode: "code",
      trust: "review",
      to: { type: "undo" },
      model: "none/none",
      ephemeral: true,
    },
  ];
  // Their whole point is that they do not have this type.
  return broken as readonly MethodParams<M>[];
}
