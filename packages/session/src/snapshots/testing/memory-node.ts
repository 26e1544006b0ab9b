type Common = {
  readonly ino: number;
  mode: number;
  durableMode: number;
  /** When it last changed, in milliseconds. */
  changed: number;
};

export type FileNode = Common & {
  readonly kind: "file";
  bytes: Uint8Array;
  durableBytes?: Uint8Array;
};
export type LinkNode = Common & { readonly kind: "link"; readonly target: string };
export type FolderNode = Common & {
  readonly kind: "folder";
  readonly entries: Map<string, Node>;
  /** The names that survive a power cut. */
  durable: Map<string, Node>;
};
export type Node = FileNode | LinkNode | FolderNode;

export function folderNode(mode: number, ino: number): FolderNode {
  return {
    kind: "folder",
    ino,
    mode,
    durableMode: mode,
    changed: 0,
    entries: new Map(),
    durable: new Map(),
  };
}

/** What is left after a power cut. */
export function survivor<T extends Node>(node: T): T {
  return copyNode(node, true);
}

/** The same once more, all of it durable. */
export function copyOfNode<T extends Node>(node: T): T {
  return copyNode(node, false);
}

function copyNode<T extends Node>(node: T, onlyDurable: boolean): T;
function copyNode(node: Node, onlyDurable: boolean): Node {
  const mode = onlyDurable ? node.durableMode : node.mode;
  const common = { ino: node.ino, mode, durableMode: mode, changed: node.changed };
  switch (node.kind) {
    case "link":
      return { ...common, kind: "link", target: node.target };
    case "file": {
      const bytes = (onlyDurable ? node.durableBytes : node.bytes) ?? new Uint8Array();
      return { ...common, kind: "file", bytes, durableBytes: bytes };
    }
    case "folder": {
      const names = onlyDurable ? node.durable : node.entries;
      const copies = [...names].map(
        ([name, inner]) => [name, copyNode(inner, onlyDurable)] as const,
      );
      return { ...common, kind: "folder", entries: new Map(copies), durable: new Map(copies) };
    }
  }
}
