import './api/jitless'
import './ui/kit/fonts/fonts.css'
import './ui/kit/tokens.css'
import './ui/player/page.css'
import {createRoot} from 'react-dom/client'
import {languageOf} from '../contract/languages/languages'
import {PlayerScreen} from './ui/player/PlayerScreen'
import {keepAwake} from './wiring/keepAwake'
import {createPlayer} from './wiring/player/player'
import {speakIn} from './wiring/session/spokenLanguage'

/** A screen has no person with preferences, so it speaks as its browser does. */
const language = languageOf(navigator.language)
await speakIn(language)

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<PlayerScreen {...createPlayer(language)} />)
keepAwake()
