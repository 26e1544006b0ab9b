import { replaced, type Composer } from "./composer.ts";
import { expandPastes } from "./paste.ts";

/** Opens a text in the user's editor and gives what came back; null when nothing is to change. */
export type EditText = (text: string) => Promise<string | null>;

/** The command of `VISUAL` or `EDITOR`; null: none is set. */
export function editorCommand(env: Readonly<Record<string, string | undefined>>): string | null {
  return env["VISUAL"]?.trim() || env["EDITOR"]?.trim() || null;
}

/** The prompt through an editor; the last line break is the editor's. */
export async function editOutside(composer: Composer, edit: EditText): Promise<Composer> {
  const edited = await edit(expandPastes(composer));
  return edited === null
    ? composer
    : { ...replaced(composer, edited.replace(/\n$/, "")), pastes: [] };
}
