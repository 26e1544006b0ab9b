import { imageName, markImages, unmarkImage } from "../../composer/images.ts";
import { imagePathsIn, typedPaths } from "../../composer/image-paths.ts";
import type { AppState, Effect, Step, WantedImage } from "./app-state.ts";
import { withCompletion } from "./completing.ts";

export const CLIPBOARD: WantedImage = {
  source: { type: "clipboard" },
  name: "clipboard",
  text: "",
};

/** What a pasted text names as images; null: it is a text. Nothing at all is what terminals paste of a picture. */
export function pastedImages(state: AppState, text: string): readonly WantedImage[] | null {
  if (!takesImages(state)) return null;
  if (text === "") return [CLIPBOARD];
  const paths = imagePathsIn(text);
  return paths === null ? null : paths.map(({ path, text: raw }) => wanted(path, raw));
}

/** `/image` with a path behind it, or with nothing. */
export function namedImages(args: string): readonly WantedImage[] {
  const words = args.trim();
  if (words === "") return [CLIPBOARD];
  return typedPaths(words).map((path) => wanted(path, ""));
}

function wanted(path: string, text: string): WantedImage {
  return { source: { type: "path", path }, name: imageName(path), text };
}

/** A command, a shell line and an answer are words and nothing else. */
function takesImages({ composer, asking, view }: AppState): boolean {
  return asking === null && view.questions.length === 0 && !/^(?:[!/]|#\s)/.test(composer.text);
}

/** Marks stand in the prompt at once; what they stand for is read meanwhile. */
export function attach(state: AppState, images: readonly WantedImage[]): Step {
  const keyed = images.map((image, at) => ({ ...image, key: `${state.attached + at + 1}` }));
  const composer = markImages(state.composer, keyed);
  const attached = state.attached + images.length;
  const step = withCompletion({ ...state, search: null, composer, attached });
  const reads = keyed.map(({ key, source }): Effect => ({ type: "attach", key, source }));
  return { state: step.state, effects: [...step.effects, ...reads] };
}

/** It was no image. */
export function unattach(state: AppState, key: string): Step {
  const composer = unmarkImage(state.composer, key);
  return composer === state.composer
    ? { state, effects: [] }
    : withCompletion({ ...state, composer });
}
