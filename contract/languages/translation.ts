import {IntlMessageFormat} from 'intl-messageformat'
import type {Texts, Translation} from './texts'

/** The file a translator writes. Each text is an ICU message, whose arguments are numbered from 0. */
export interface Catalogue {
  /** The texts of pages and mails, by the name of the area that English declares. */
  readonly areas: Readonly<Record<string, Wording>>
  /** The messages of servers, by their English text. */
  readonly messages: Readonly<Record<string, string>>
}

export interface Wording {
  readonly [name: string]: string | Wording
}

/** Other braces are literal text. */
const BLANK = /\{\d/

type Argument = string | number | boolean | null

export function translationOf({areas, messages}: Catalogue, locale: string): Translation {
  const textOf = (text: string) => (BLANK.test(text) ? messageOf(text, locale) : text)
  const textsOf = (wording: Wording): Texts =>
    mapped(wording, text => (typeof text === 'string' ? textOf(text) : textsOf(text)))
  return {areas: mapped(areas, textsOf), messages: mapped(messages, textOf)}
}

/** Parses the message when it is first needed, as a page shows few of its texts. */
function messageOf(text: string, locale: string): (...filledIn: readonly Argument[]) => string {
  let message: IntlMessageFormat | undefined
  return (...filledIn) => {
    message ??= new IntlMessageFormat(text, locale, undefined, {ignoreTag: true})
    return String(message.format(Object.fromEntries(filledIn.entries())))
  }
}

const mapped = <From, To>(record: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]))
