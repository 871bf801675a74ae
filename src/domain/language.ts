import {type Messages, reword, type Texts, type Translation, type Worded} from '../../contract/languages/texts'

type Spoken = Record<string, Texts[string]>

const areas = new Map<string, {english: Texts; spoken: Spoken}>()
let translation: Translation['areas'] = {}
let messages: Messages = {}
let report: (missing: string) => void = () => {}

/**
 * Declares the texts of an area in English. The result answers in the language of the page, so single texts are read
 * where they are drawn and never stored; a group of them may be.
 */
export function textsOf<const T extends Texts>(area: string, english: T): Worded<T>
export function textsOf(area: string, english: Texts): Texts {
  const spoken: Spoken = {}
  areas.set(area, {english, spoken})
  translate(area)
  return spoken
}

/** The English texts of each area that is declared so far. */
export const declaredTexts = (): Translation['areas'] =>
  Object.fromEntries(Array.from(areas, ([area, {english}]) => [area, english]))

/**
 * Makes the whole page speak another language. Nothing that is drawn already changes by itself. `onMissing` gets the
 * dotted name of each text that stays English, once.
 */
export function speak(
  language: Translation['areas'],
  knownMessages: Messages = {},
  onMissing: (name: string) => void = () => {},
): void {
  translation = language
  messages = knownMessages
  report = onMissing
  for (const area of areas.keys()) translate(area)
}

/**
 * Says a server's message in the language of the page if the message is a known one, and what it is filled in with
 * likewise.
 */
export function spokenMessage(message: string): string {
  const exact = messages[message]
  if (typeof exact === 'string') return exact
  for (const [known, spoken] of Object.entries(messages)) {
    const filledIn = typeof spoken === 'string' ? null : blanksOf(known).exec(message)
    if (filledIn !== null && typeof spoken !== 'string') return spoken(...filledIn.slice(1).map(spokenMessage))
  }
  return message
}

const blanksOf = (known: string): RegExp =>
  new RegExp(`^${known.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\d\}/g, '(.+)')}$`)

function translate(area: string): void {
  const declared = areas.get(area)
  if (declared === undefined) return
  reword(declared.spoken, declared.english, translation[area], name => report(`${area}.${name}`))
}
