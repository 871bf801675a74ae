import type {MantineColorSchemeManager} from '@mantine/core'
import {type KeptPreferences, type Preferences, readKeptPreferences} from '../../domain/account/preferences'
import type {KeyValueStorage} from './accessTokenMark'

/** The preferences that this browser keeps, and how the page follows them. */
export interface PagePreferences {
  /** What was kept when the page was loaded. */
  kept: KeptPreferences
  colorScheme: MantineColorSchemeManager
  keep(kept: KeptPreferences): void
  /** The person may refuse, when something has been typed and not saved. */
  reload(): void
}

/** Theme, density and language are known before anything is drawn. */
export function createPagePreferences(storage: Pick<KeyValueStorage, 'getItem' | 'setItem'>): PagePreferences {
  const kept = readKeptPreferences(storage.getItem(KEY))
  let {preferences} = kept
  let redraw: (scheme: ColorScheme) => void = () => {}
  function show(now: Preferences): void {
    preferences = now
    document.documentElement.dataset.density = now.density
    redraw(schemeOf(now))
  }
  show(preferences)
  return {
    kept,
    colorScheme: {
      get: () => schemeOf(preferences),
      set() {},
      subscribe(onUpdate) {
        redraw = onUpdate
      },
      unsubscribe() {},
      clear() {},
    },
    keep(now) {
      storage.setItem(KEY, JSON.stringify(now))
      show(now.preferences)
    },
    reload: () => window.location.reload(),
  }
}

const KEY = 'pulsewall.preferences'

type ColorScheme = ReturnType<MantineColorSchemeManager['get']>

const schemeOf = ({theme}: Preferences): ColorScheme => (theme === 'system' ? 'auto' : theme)
