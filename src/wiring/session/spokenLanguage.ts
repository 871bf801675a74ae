import type {Language} from '../../domain/account/preferences'
import {speak} from '../../domain/language'

/** Must be done before anything is drawn. A page whose texts can't be loaded speaks English. */
export async function speakIn(language: Language): Promise<void> {
  if (language === 'en') return
  try {
    const {german, messages} = await import('../german')
    speak(german, messages)
    document.documentElement.lang = language
  } catch {
    // The page is usable without the translation.
  }
}
