import type {Translation} from './texts'

/** The languages of pages and mails. English texts are in the code that uses them; each other one has a catalogue. */
export const LANGUAGES = {
  en: {name: 'English', locale: 'en-GB', hasTwelveHours: true, catalogue: null},
  de: {name: 'Deutsch', locale: 'de-DE', hasTwelveHours: false, catalogue: () => import('./de.json')},
}

export type Language = keyof typeof LANGUAGES

export const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code)

export const LANGUAGE_CODES = Object.keys(LANGUAGES).filter(isLanguage)

/** The language of a browser that asks for `tags`, such as `de-AT, en;q=0.5`; English when the first is not known. */
export function languageOf(tags: string): Language {
  const code = /^\s*([a-z]+)/i.exec(tags)?.[1]?.toLowerCase() ?? ''
  return isLanguage(code) ? code : 'en'
}

/** Loads the catalogue of a language; undefined for English, which needs none. */
export async function loadTranslation(language: Language): Promise<Translation | undefined> {
  const {locale, catalogue} = LANGUAGES[language]
  if (catalogue === null) return undefined
  const [{translationOf}, {default: texts}] = await Promise.all([import('./translation'), catalogue()])
  return translationOf(texts, locale)
}
