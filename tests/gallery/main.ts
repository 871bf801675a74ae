import './frozenDate'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '../../src/ui/kit/fonts/fonts.css'
import '../../src/ui/kit/tokens.css'
import '../../src/ui/global.css'
import {speak} from '../../src/domain/language'
import {DEFAULT_PREFERENCES, knownPreferences, type Preferences} from '../../src/domain/preferences'
import {speakIn} from '../../src/wiring/session/spokenLanguage'
import {ENTRIES} from './entries'
import type {Entry} from './entry'
import {regionOf} from './regions'
import {openStage, type Stage} from './stage'

/** The settings in which an entry is shown. */
export interface Look extends Partial<Pick<Preferences, 'theme' | 'density' | 'language'>> {
  dir?: 'ltr' | 'rtl'
}

declare global {
  interface Window {
    gallery: {
      entries: readonly (Pick<Entry, 'name' | 'at' | 'isOfScreen'> & {region: string | null})[]
      show(name: string, look?: Look): Promise<void>
    }
  }
}

let stage: Stage | null = null

window.gallery = {
  entries: ENTRIES.map(entry => ({
    name: entry.name,
    at: entry.at,
    isOfScreen: entry.isOfScreen ?? false,
    region: regionOf(entry),
  })),
  /** Shows one entry in place of the last one, and resolves when it is in its state. */
  async show(name, look = {}) {
    const entry = ENTRIES.find(entry => entry.name === name)
    if (entry === undefined) throw new Error(`There is no entry ${name}`)
    stage?.leave()
    const preferences = {...DEFAULT_PREFERENCES, ...knownPreferences(look)}
    speak({})
    await speakIn(preferences.language)
    document.documentElement.dir = look.dir ?? 'ltr'
    const page = document.createElement('div')
    document.body.replaceChildren(page)
    stage = await openStage(entry, page, preferences)
    await document.fonts.ready
    await drawn()
  },
}

/** Resolves when what React has to draw is drawn, and laid out. */
function drawn(): Promise<void> {
  return new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

const parameters = new URLSearchParams(location.search)
const wanted = parameters.get('entry')
if (wanted === null) listEntries()
else window.gallery.show(wanted, Object.fromEntries(parameters))

function listEntries() {
  const list = document.createElement('ul')
  for (const {name} of window.gallery.entries) {
    const link = document.createElement('a')
    link.href = `?entry=${encodeURIComponent(name)}`
    link.textContent = name
    list.appendChild(document.createElement('li')).append(link)
  }
  document.body.replaceChildren(list)
}
