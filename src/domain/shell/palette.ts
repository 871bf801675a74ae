import type uFuzzy from '@leeoniya/ufuzzy'
import {folded} from '../folded'
import type {Preferences} from '../preferences'
import {createFuzzies, matches} from '../wordSearch'
import {type Piece, piecesOf} from './pieces'

/** The action of an entry. */
export type PaletteAction =
  | {type: 'go'; to: string}
  | {type: 'change'; change: Partial<Preferences>}
  | {type: 'copyLink'}
  | {type: 'showKeys'}

export interface PaletteEntry {
  /** Names the entry for good, so that it is found again among the recent choices. */
  id: string
  kind: 'page' | 'action' | 'alarm' | 'organisation' | 'device' | 'key'
  label: string
  /** A few quiet words that tell entries with the same label apart. They are searched as well. */
  detail: string
  /** The id of the record, which is found by its beginning. */
  recordId: string | null
  action: PaletteAction
}

/** The sources of entries; each arrives by itself. An empty search shows them in this order. */
export const PARTS = ['places', 'alarms', 'organisations', 'devices', 'keys'] as const
export type PalettePart = (typeof PARTS)[number]
export type PaletteParts = Readonly<Partial<Record<PalettePart, readonly PaletteEntry[]>>>

/** All entries, with the searched text of each: without capitals and diacritics; keys apart. */
export interface PaletteIndex {
  entries: readonly PaletteEntry[]
  texts: string[]
  keys: readonly PaletteEntry[]
  keyTexts: string[]
}

/** An entry with its texts in pieces, to mark the letters by which it was found. */
export interface FoundEntry extends PaletteEntry {
  labelPieces: readonly Piece[]
  detailPieces: readonly Piece[]
}

export interface Found {
  entries: readonly FoundEntry[]
  /** The number of all matches; `entries` are the best of them. */
  total: number
}

/** As many entries as are drawn. */
const SHOWN = 40
const RECENT = 6
/** A shorter text is rather a part of a name than the beginning of an id. */
const ID_LENGTH = 4

export function indexOf(parts: PaletteParts): PaletteIndex {
  const {keys = []} = parts
  const entries = PARTS.flatMap(part => (part === 'keys' ? [] : (parts[part] ?? [])))
  return {entries, texts: entries.map(searched), keys, keyTexts: keys.map(searched)}
}

const searched = ({label, detail}: PaletteEntry): string => folded(`${label} ${detail}`)

/**
 * Returns the search over one index. It finds words in any order. Only when nothing is found does it forgive a mistyped
 * letter in each, and only when few others are found does it search the keys, which are the most numerous.
 */
export function createPaletteSearch(): (index: PaletteIndex, query: string, recent: readonly string[]) => Found {
  const fuzziesFor = createFuzzies()
  return (index, query, recent) => {
    const needle = folded(query).trim()
    if (needle === '') return unasked(index, recent)
    const fuzzy = fuzziesFor(needle)
    const others = matches(fuzzy.exact, index.texts, needle)
    const keys = others.length < SHOWN ? matches(fuzzy.exact, index.keyTexts, needle) : []
    const found = [...others.map(at => index.entries[at]), ...keys.map(at => index.keys[at])]
    const forgiven = found.length > 0 ? [] : matches(fuzzy.forgiving, index.texts, needle).map(at => index.entries[at])
    const best = new Set([...called(index, needle), ...found, ...forgiven])
    best.delete(undefined)
    const shown = [...best].slice(0, SHOWN).filter(entry => entry !== undefined)
    return {entries: inPieces(shown, found.length > 0 ? fuzzy.exact : fuzzy.forgiving, needle), total: best.size}
  }
}

function inPieces(entries: readonly PaletteEntry[], fuzzy: uFuzzy, needle: string): readonly FoundEntry[] {
  const labels = piecesOf(
    entries.map(({label}) => label),
    fuzzy,
    needle,
  )
  const details = piecesOf(
    entries.map(({detail}) => detail),
    fuzzy,
    needle,
  )
  return entries.map((entry, at) => ({...entry, labelPieces: labels[at] ?? [], detailPieces: details[at] ?? []}))
}

/** Returns the entries with exactly this name, and then those whose id begins so. */
function called({entries, texts}: PaletteIndex, needle: string): PaletteEntry[] {
  const ids =
    needle.length < ID_LENGTH ? [] : entries.filter(({recordId}) => recordId?.toLowerCase().startsWith(needle))
  return [...entries.filter((_, at) => texts[at]?.trim() === needle), ...ids]
}

/** Before anything is typed, the recent choices come first. */
function unasked({entries, keys}: PaletteIndex, recent: readonly string[]): Found {
  const known = recent.flatMap(id => [entries, keys].flatMap(list => list.find(entry => entry.id === id) ?? []))
  const others = [...entries, ...keys].filter(entry => !known.includes(entry))
  const shown = [...known, ...others].slice(0, SHOWN)
  return {entries: shown.map(whole), total: entries.length + keys.length}
}

const whole = (entry: PaletteEntry): FoundEntry => ({
  ...entry,
  labelPieces: [{start: 0, text: entry.label, isMatched: false}],
  detailPieces: [{start: 0, text: entry.detail, isMatched: false}],
})

/** The latest choices, the newest first. */
export const withRecent = (recent: readonly string[], id: string): readonly string[] =>
  [id, ...recent.filter(other => other !== id)].slice(0, RECENT)
