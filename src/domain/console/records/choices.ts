import {type ConsoleRecord, type Description, nameOf} from './description'
import {compareKeys, folded, sortKey} from './order'

/** A record that a field may name. */
export interface Choice {
  /** Its id. */
  value: string
  label: string
  /** What it is found by, made once, so that typing looks through ready texts. */
  searched: string
}

/** So many are drawn at a time. */
export const MOST_OFFERED = 100

/** `except`: the id of the one that must not name itself. */
export function choicesOf(
  description: Description,
  records: readonly ConsoleRecord[],
  except: string | null = null,
): readonly Choice[] {
  const unique = new Map(records.map(record => [record.id, calledOf(description, record)]))
  if (except !== null) unique.delete(except)
  const shared = sharedAmong([...unique.values()])
  const keyed = Array.from(unique, ([id, called]) => ({
    choice: choiceOf(id, shared.has(called) ? `${called} · ${id}` : called),
    key: sortKey(called),
  }))
  keyed.sort((a, b) => compareKeys(a.key, b.key, 1) || compareKeys(a.choice.value, b.choice.value, 1))
  return keyed.map(({choice}) => choice)
}

/** Several may have the same title, or none. Without marks that would turn the text around them. */
export function calledOf(description: Description, record: ConsoleRecord): string {
  const name = unturned(nameOf(description, record)) || record.id
  const title = typeof record.values.title === 'string' ? unturned(record.values.title) : ''
  return title === '' || title === name ? name : `${title} (${name})`
}

/** Those that are found, as many as are drawn, and how many there are besides. */
export function offeredChoices(choices: readonly Choice[], search: string): {offered: readonly Choice[]; more: number} {
  const wanted = searchText(search.trim())
  const found = wanted === '' ? choices : choices.filter(({searched}) => searched.includes(wanted))
  return {offered: found.slice(0, MOST_OFFERED), more: Math.max(0, found.length - MOST_OFFERED)}
}

/** With a value that is not among them, as itself, so that it can be kept. */
export const withUnknown = (choices: readonly Choice[], value: string): readonly Choice[] =>
  value === '' || isListed(choices, value) ? choices : [choiceOf(value, value), ...choices]

export const isListed = (choices: readonly Choice[], id: string): boolean => choices.some(({value}) => value === id)

const choiceOf = (id: string, label: string): Choice => ({value: id, label, searched: searchText(`${label}\n${id}`)})

function sharedAmong(names: readonly string[]): ReadonlySet<string> {
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const name of names) (seen.has(name) ? shared : seen).add(name)
  return shared
}

/** Embeddings, overrides and isolates. */
const unturned = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').trim()

const searchText = (text: string): string => folded(text.replace(/\p{Bidi_Control}/gu, ''))
