import uFuzzy from '@leeoniya/ufuzzy'
import {folded} from './folded'

export interface Fuzzies {
  exact: uFuzzy
  /** Takes a mistyped letter in each word. */
  forgiving: uFuzzy
}

/** Returns what searches for a folded text. It finds words in any order. */
export function createFuzzies(): (needle: string) => Fuzzies {
  const plain = {exact: new uFuzzy(), forgiving: new uFuzzy({intraMode: 1})}
  const anyScript = {exact: new uFuzzy(ANY_SCRIPT), forgiving: new uFuzzy({...ANY_SCRIPT, intraMode: 1})}
  // The expressions for letters of any script take several times as long.
  return needle => (/^[\x20-\x7e]*$/.test(needle) ? plain : anyScript)
}

/** uFuzzy takes these characters as letters, so that other scripts than Latin work. */
const ANY_SCRIPT = {
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
} satisfies uFuzzy.Options

/** The places of the folded texts that match, the best first. */
export function matches(fuzzy: uFuzzy, texts: string[], needle: string): number[] {
  const [found, info, order] = fuzzy.search(texts, needle, 3, RANKED_UP_TO)
  if (!info || !order) return found ?? []
  return order.flatMap(at => info.idx[at] ?? [])
}

const RANKED_UP_TO = 2000

/** A text as it is searched: without what reverses its direction, which nobody types. */
export const searchedText = (text: string): string => folded(text.replace(/\p{Bidi_Control}/gu, ''))

/** An option of a picker. */
export interface Searched {
  /** The folded text that is searched. */
  searched: string
}

/** The number of options that are drawn at a time. */
export const MAX_OFFERED = 100

export interface Offer<Option> {
  offered: readonly Option[]
  more: number
}

/** Returns the search of a picker: what matches, up to the number that is drawn, and how many more there are. */
export function createOffers(): <Option extends Searched>(options: readonly Option[], search: string) => Offer<Option> {
  const fuzziesFor = createFuzzies()
  return (options, search) => {
    const needle = searchedText(search).trim()
    const found = needle === '' ? options : foundBy(fuzziesFor(needle), options, needle)
    return {offered: found.slice(0, MAX_OFFERED), more: Math.max(0, found.length - MAX_OFFERED)}
  }
}

/** Finds words first, then a text with signs between its letters, which words have not, and mistyped words last. */
function foundBy<Option extends Searched>({exact, forgiving}: Fuzzies, options: readonly Option[], needle: string) {
  const texts = options.map(({searched}) => searched)
  const at = (places: readonly number[]) => places.flatMap(place => options[place] ?? [])
  const words = at(matches(exact, texts, needle))
  if (words.length > 0) return words
  const parts = options.filter(({searched}) => searched.includes(needle))
  return parts.length > 0 ? parts : at(matches(forgiving, texts, needle))
}
