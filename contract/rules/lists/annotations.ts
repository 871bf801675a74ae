import type {EpochMs, Json} from '../../wire/common'
import {trimmed} from '../../wire/text'
import {isValidTime} from '../time/validTime'
import {listFrom, listValue, type StoredList} from './storedList'

/** A note about a time, or about a range up to `until`. `by` is the writer's name or email. */
export interface Note {
  at: EpochMs
  until: EpochMs | null
  text: string
  by: string
}

/** The notes of a device as stored in its attribute, in the order of their times. */
export type StoredNotes = StoredList<Note>

export const NOTES_ATTRIBUTE = 'annotations'
export const NOTE_LENGTH = 500

/** A change requested by a person, which can be repeated on newer notes. */
export type NoteIntent = {kind: 'add' | 'remove'; note: Note}

export interface NotesWrite {
  deviceId: string
  stored: StoredNotes
}

/** Reads the value of the attribute. Anybody may have written anything into it. */
export function notesFrom(value: Json | undefined, version: number | null): StoredNotes {
  const stored = listFrom(value, version, noteFrom)
  return {...stored, items: sorted(stored.items)}
}

/** The value to write into the attribute. */
export const storedValue = (stored: StoredNotes): Json[] =>
  listValue(stored, ({until, ...note}) => ({...note, ...(until === null ? {} : {until})}))

/** Notes with the intent fulfilled. A note that exists already, or is removed already, stays so. */
export function withIntent(stored: StoredNotes, {kind, note}: NoteIntent): StoredNotes {
  const others = stored.items.filter(each => !isSameNote(each, note))
  return {...stored, items: kind === 'add' ? sorted([...others, note]) : others}
}

/** Whether the intent needs nothing to be written. */
export const isFulfilled = ({items}: StoredNotes, {kind, note}: NoteIntent): boolean =>
  items.some(each => isSameNote(each, note)) === (kind === 'add')

export const isSameNote = (one: Note, other: Note): boolean =>
  one.at === other.at && one.until === other.until && one.text === other.text && one.by === other.by

function noteFrom(entry: Json): Note | null {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null
  const {at, until = null, text, by = ''} = entry
  if (typeof at !== 'number' || !isValidTime(at)) return null
  if (typeof text !== 'string' || trimmed(text) === '' || text.length > NOTE_LENGTH || typeof by !== 'string')
    return null
  if (until === null) return {at, until, text, by}
  return typeof until === 'number' && isValidTime(until) && until > at ? {at, until, text, by} : null
}

const sorted = (notes: readonly Note[]): Note[] => [...notes].sort((one, other) => one.at - other.at)

const WRITERS: readonly string[] = ['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN']

/** The attributes may be written by all who may change the device. */
export const mayWriteNotes = (authority: string): boolean => WRITERS.includes(authority)
