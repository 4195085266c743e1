/** The beginning of a text, so many UTF-16 units at most. A sign of two units is not cut in half: neither URLs nor JSON columns take half of one. */
export function cut(text: string, most: number): string {
  const start = text.slice(0, most);
  return start.length < text.length ? start.replace(/[\ud800-\udbff]$/, "") : start;
}
