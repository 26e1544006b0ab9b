/** The first so many characters, or one fewer where the cut would go through a surrogate pair. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(most - 1));
  return text.slice(0, isHalf ? most - 1 : most);
}
