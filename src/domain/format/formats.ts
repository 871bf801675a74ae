import {LANGUAGES, type Language} from '../../../contract/languages/languages'
import {createNumbers, type Numbers} from './numbers'
import {createTimes, type Times} from './times'

export interface FormatSettings {
  /** An IANA time zone. */
  zone: string
  /** Null means that the language and the browser's locale decide. */
  hours: '12' | '24' | null
  language: Language
  /** The browser's locale. It only decides on 12 or 24 hours; digits and words are those of the page's language. */
  locale?: string
}

/** Writes all numbers and times of the page, in one way on all screens. */
export interface Formats extends Numbers, Times {
  readonly zone: string
  readonly isTwelveHours: boolean
}

export function createFormats({zone, hours, language, locale}: FormatSettings): Formats {
  const {locale: ofLanguage, hasTwelveHours} = LANGUAGES[language]
  const isTwelveHours = hours === null ? hasTwelveHours && usesTwelveHours(locale) : hours === '12'
  const settings = {locale: ofLanguage, zone, isTwelveHours}
  return {zone, isTwelveHours, ...createNumbers(settings.locale), ...createTimes(settings)}
}

function usesTwelveHours(locale: string | undefined): boolean {
  if (locale === undefined) return false
  try {
    return new Intl.DateTimeFormat(locale, {hour: 'numeric'}).resolvedOptions().hour12 ?? false
  } catch {
    return false
  }
}
