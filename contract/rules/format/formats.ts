import {LANGUAGES, type Language} from '../../languages/languages'
import {type Texts, worded} from '../../languages/texts'
import type {TemperatureUnit} from '../../wire/common'
import {createNumbers, NUMBER_WORDS, type Numbers, type NumberWords} from './numbers'
import {createTimes, type Times} from './times'

export interface FormatSettings {
  /** An IANA time zone. */
  zone: string
  /** Null means that the language and the browser's locale decide. */
  hours: '12' | '24' | null
  language: Language
  /** The browser's locale. It only decides on 12 or 24 hours; the language decides digits and words. */
  locale?: string
}

/** Writes numbers and times, in one way on all screens and in all messages. */
export interface LocaleFormats extends Numbers, Times {
  readonly zone: string
  readonly isTwelveHours: boolean
}

export function createLocaleFormats(settings: FormatSettings, words: NumberWords): LocaleFormats {
  const {zone, hours, language} = settings
  const {locale, hasTwelveHours} = LANGUAGES[language]
  const isTwelveHours = hours === null ? hasTwelveHours && usesTwelveHours(settings.locale) : hours === '12'
  return {zone, isTwelveHours, ...createNumbers(locale, words), ...createTimes({locale, zone, isTwelveHours})}
}

/** The settings for messages to a person. A `zone` of null is UTC, as no browser says another one. */
export interface Reader extends Pick<FormatSettings, 'language' | 'hours'> {
  zone: string | null
  temperatureUnit: TemperatureUnit
}

/** The formats of messages. `words` are the texts of the area `format` in the reader's language. */
export const createReaderFormats = ({language, zone, hours}: Reader, words: Texts | undefined): LocaleFormats =>
  createLocaleFormats({language, hours, zone: zone ?? 'UTC'}, worded(NUMBER_WORDS, words))

function usesTwelveHours(locale: string | undefined): boolean {
  if (locale === undefined) return false
  try {
    return new Intl.DateTimeFormat(locale, {hour: 'numeric'}).resolvedOptions().hour12 ?? false
  } catch {
    return false
  }
}
