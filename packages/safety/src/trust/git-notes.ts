import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { readRegular } from "./read-regular.ts";

/** Settings that make git start a program or read settings from somewhere else. */
const STARTS =
  /^[ \t]*(hookspath|fsmonitor|sshcommand|gitproxy|askpass|editor|pager|textconv|command|clean|smudge|process|driver|external|program|helper|cmd|path|uploadpack|receivepack|worktree|vcs)[ \t]*=[ \t]*([^\n]{1,80})/gim;
const ALIAS = /^[ \t]*([\w.-]{1,40})[ \t]*=[ \t]*"?(![^\n]{1,80})/gim;

/**
 * What is odd about a repository: git acts on these by itself. Our own calls of git switch all of it
 * off; the user's do not. Reads one file, starts nothing.
 */
export async function gitNotes(root: string): Promise<readonly string[]> {
  const git = join(root, ".git");
  const stat = await lstat(git).catch(() => null);
  if (stat === null) return [];
  if (!stat.isDirectory()) return [`.git is ${elsewhere(git, stat.isSymbolicLink())}`];
  const content = readRegular(join(git, "config"));
  if (content.type === "unusable") return [`.git/config cannot be read: ${content.why}`];
  if (content.type === "missing") return [];
  const text = new TextDecoder().decode(content.bytes);
  return [...text.matchAll(STARTS), ...text.matchAll(ALIAS)].map(
    ([, key = "", value = ""]) => `.git/config sets ${key} = ${printable(value.trim())}`,
  );
}

function elsewhere(git: string, isLink: boolean): string {
  if (isLink) return "a link to a repository elsewhere";
  const content = readRegular(git);
  if (content.type !== "bytes") return "neither a folder nor a file that can be read";
  const target = /^gitdir:[ \t]*([^\n]{1,200})/.exec(new TextDecoder().decode(content.bytes))?.[1];
  return target === undefined
    ? "a file that git does not understand"
    : `a file that leads to ${printable(target.trim())}`;
}

/** It comes from anybody and goes to a screen. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7E]/g, "?");
}
