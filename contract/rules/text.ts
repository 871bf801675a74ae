/** Cuts to this many UTF-16 units, the last being "…" when any are left out. Never ends with half of a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const beginning = text.slice(0, most - 1)
  return `${/[\ud800-\udbff]$/.test(beginning) ? beginning.slice(0, -1) : beginning}…`
}

/** Writes this text as HTML, in an element or in an attribute. */
export const inHtml = (text: string): string => text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '')

const ENTITIES: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'}

/** Removes that character from the end. A regular expression would search again from each such character. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
