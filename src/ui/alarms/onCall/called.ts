import type {Outlook, Person} from '../../../domain/alarms/onCall'
import type {Formats} from '../../../domain/format/formats'
import {texts} from './texts'

/** Returns the name of a person; null is nobody. */
export function nameOf(people: readonly Person[], id: string | null): string {
  if (id === null) return texts.nobody
  return people.find(person => person.id === id)?.name ?? texts.unknown
}

/** Writes the person on call and the end of the shift, such as "Ana until 30 Nov, 08:00". */
export function calledUntil({now, next}: Outlook, people: readonly Person[], formats: Formats): string {
  const called = nameOf(people, now.person)
  return next === null ? called : texts.until(called, formats.dateTime(next.start, 'minute'))
}
