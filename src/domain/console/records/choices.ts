import {type Searched, searchedText} from '../../wordSearch'
import {type ConsoleRecord, type Description, nameOf} from './description'
import {compareKeys, sortKey} from './list/order'

/** A record that a field can refer to. */
export interface Choice extends Searched {
  /** The id of the record. */
  value: string
  label: string
}

/** `except` is the id of the record that must not refer to itself. */
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

/**
 * Names a record by its title and name, or by its id when it has neither. Marks that reverse the direction of text are
 * removed.
 */
export function calledOf(description: Description, record: ConsoleRecord): string {
  const name = unturned(nameOf(description, record)) || record.id
  const title = typeof record.values.title === 'string' ? unturned(record.values.title) : ''
  return title === '' || title === name ? name : `${title} (${name})`
}

/** Adds the current value when it is not among the choices, so that a save keeps it. */
export const withUnknown = (choices: readonly Choice[], value: string): readonly Choice[] =>
  value === '' || isListed(choices, value) ? choices : [choiceOf(value, value), ...choices]

export const isListed = (choices: readonly Choice[], id: string): boolean => choices.some(({value}) => value === id)

const choiceOf = (id: string, label: string): Choice => ({value: id, label, searched: searchedText(`${label}\n${id}`)})

function sharedAmong(names: readonly string[]): ReadonlySet<string> {
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const name of names) (seen.has(name) ? shared : seen).add(name)
  return shared
}

/** Removes Unicode's directional embeddings, overrides and isolates. */
const unturned = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').trim()
