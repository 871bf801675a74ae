import './api/jitless'
import './ui/kit/fonts/fonts.css'
import './ui/kit/tokens.css'
import './ui/player/page.css'
import {createRoot} from 'react-dom/client'
import {speak} from './domain/language'
import {PlayerScreen} from './ui/player/PlayerScreen'
import {keepAwake} from './wiring/keepAwake'
import {createPlayer} from './wiring/player/player'

/** A screen has no person with preferences, so it speaks as its browser does. */
const language = navigator.language.startsWith('de') ? 'de' : 'en'
if (language === 'de') {
  const {german} = await import('./ui/player/texts.de')
  speak({player: german})
  document.documentElement.lang = language
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<PlayerScreen {...createPlayer(language)} />)
keepAwake()
