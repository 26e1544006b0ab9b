/**
 * Text from strangers as the model is shown it: inside of a tag that says where it is from, which
 * the text itself can neither close nor open anew (SEC-11, WEB-10).
 */
export function untrusted(source: string, text: string): string {
  // Entities would read as the same tag to a model; a mark between the letters does not.
  const inside = text.replaceAll(/<(\s*\/?\s*)(untrusted)/gi, "<$1·$2");
  return `<untrusted source=${JSON.stringify(source).replaceAll(/[<>]/g, "")}>\n${inside}\n</untrusted>`;
}
