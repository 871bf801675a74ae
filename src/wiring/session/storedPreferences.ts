import type {MantineColorSchemeManager} from '@mantine/core'
import {languageOf} from '../../../contract/languages/languages'
import {type Preferences, readStoredPreferences, type StoredPreferences} from '../../domain/preferences'
import type {KeyValueStorage} from '../accessTokenMark'

/** The preferences that this browser stores, and how the page follows them. */
export interface PagePreferences {
  /** What was stored when the page was loaded. */
  stored: StoredPreferences
  colorScheme: MantineColorSchemeManager
  store(stored: StoredPreferences): void
  /** The person may refuse, when something has been typed and not saved. */
  reload(): void
}

/** Theme, density and language are known before anything is drawn. */
export function createPagePreferences(storage: Pick<KeyValueStorage, 'getItem' | 'setItem'>): PagePreferences {
  const stored = readStoredPreferences(storage.getItem(KEY), languageOf(navigator.language))
  let {preferences} = stored
  let redraw: (scheme: ColorScheme) => void = () => {}
  function show(now: Preferences): void {
    preferences = now
    document.documentElement.dataset.density = now.density
    redraw(schemeOf(now))
  }
  show(preferences)
  return {
    stored,
    colorScheme: {
      get: () => schemeOf(preferences),
      set() {},
      subscribe(onUpdate) {
        redraw = onUpdate
      },
      unsubscribe() {},
      clear() {},
    },
    store(now) {
      storage.setItem(KEY, JSON.stringify(now))
      show(now.preferences)
    },
    reload: () => window.location.reload(),
  }
}

const KEY = 'pulsewall.preferences'

type ColorScheme = ReturnType<MantineColorSchemeManager['get']>

const schemeOf = ({theme}: Preferences): ColorScheme => (theme === 'system' ? 'auto' : theme)
