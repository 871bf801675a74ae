import {createNumbers, type Numbers} from './numbers'
import {createTimes, type Times} from './times'

export interface FormatSettings {
  /** An IANA time zone. */
  zone: string
  /** Null means that the language and the browser's locale decide. */
  hours: '12' | '24' | null
  language: 'en' | 'de'
  /** The browser's locale. It only decides on 12 or 24 hours; digits and words are those of the page's language. */
  locale?: string
}

/** Writes all numbers and times of the page, in one way on all screens. */
export interface Formats extends Numbers, Times {
  readonly zone: string
  readonly isTwelveHours: boolean
}

/** Days come before months in all English texts, because 4/3 would be read in two ways. */
const LOCALES = {en: 'en-GB', de: 'de-DE'} as const

export function createFormats({zone, hours, language, locale}: FormatSettings): Formats {
  const isTwelveHours = hours === null ? language === 'en' && hasTwelveHours(locale) : hours === '12'
  const settings = {locale: LOCALES[language], zone, isTwelveHours}
  return {zone, isTwelveHours, ...createNumbers(settings.locale), ...createTimes(settings)}
}

function hasTwelveHours(locale: string | undefined): boolean {
  if (locale === undefined) return false
  try {
    return new Intl.DateTimeFormat(locale, {hour: 'numeric'}).resolvedOptions().hour12 ?? false
  } catch {
    return false
  }
}
