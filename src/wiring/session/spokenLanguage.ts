import {type Language, loadTranslation} from '../../../contract/languages/languages'
import {speak} from '../../domain/language'

/** Must be done before anything is drawn. A page whose texts can't be loaded speaks English. */
export async function speakIn(language: Language): Promise<void> {
  try {
    const translation = await loadTranslation(language)
    if (translation === undefined) return
    speak(translation.areas, translation.messages, name => console.warn(`The catalogue of ${language} lacks ${name}`))
    document.documentElement.lang = language
  } catch {
    // The page is usable without the translation.
  }
}
