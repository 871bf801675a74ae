/** Texts by their names: plain ones, ones with blanks to be filled in, and groups of them. */
export interface Texts {
  readonly [name: string]: string | ((...filledIn: never) => string) | Texts
}

/** The same names with other words. */
export type Worded<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...filledIn: infer FilledIn) => string
      ? (...filledIn: FilledIn) => string
      : T[Name] extends Texts
        ? Worded<T[Name]>
        : T[Name]
}

/** The texts of each area in one language, by the area's name. */
export type Translation = Readonly<Record<string, Texts>>

/**
 * The messages that servers are known to send, with the words that are said instead. `{}` stands for what differs from
 * message to message.
 */
export type Messages = Readonly<Record<string, string | ((...filledIn: string[]) => string)>>

type Spoken = Record<string, Texts[string]>

const areas = new Map<string, {english: Texts; spoken: Spoken}>()
let translation: Translation = {}
let messages: Messages = {}

/**
 * Declares the texts of an area in English. Read from the result, they are in the language of the page, so they are read
 * where they are drawn, and never kept; a group of them may be.
 */
export function textsOf<const T extends Texts>(area: string, english: T): Worded<T>
export function textsOf(area: string, english: Texts): Texts {
  const spoken: Spoken = {}
  areas.set(area, {english, spoken})
  reword(spoken, english, translation[area])
  return spoken
}

/** The English texts of each area that is declared so far. */
export const declaredTexts = (): Translation =>
  Object.fromEntries(Array.from(areas, ([area, {english}]) => [area, english]))

/** Makes the whole page speak another language. Nothing that is drawn already changes by itself. */
export function speak(language: Translation, knownMessages: Messages = {}): void {
  translation = language
  messages = knownMessages
  for (const [area, {english, spoken}] of areas) reword(spoken, english, language[area])
}

/** What a server has said, in the language of the page if the message is a known one. */
export function spokenMessage(message: string): string {
  const exact = messages[message]
  if (typeof exact === 'string') return exact
  for (const [known, spoken] of Object.entries(messages)) {
    const filledIn = typeof spoken === 'string' ? null : blanksOf(known).exec(message)
    if (filledIn !== null && typeof spoken !== 'string') return spoken(...filledIn.slice(1))
  }
  return message
}

const blanksOf = (known: string): RegExp =>
  new RegExp(`^${known.replaceAll(/[.?]/g, '\\$&').replaceAll('{}', '(.+)')}$`)

/** What a translation lacks stays in English. A group stays the same object, for modules that keep it by a name. */
function reword(spoken: Spoken, english: Texts, translated: Texts = {}): void {
  for (const [name, text] of Object.entries(english)) {
    const other = translated[name]
    if (typeof text !== 'object') spoken[name] = other !== undefined && typeof other === typeof text ? other : text
    else {
      const kept = spoken[name]
      const group = typeof kept === 'object' ? kept : {}
      reword(group, text, typeof other === 'object' ? other : undefined)
      spoken[name] = group
    }
  }
}
