import './api/jitless'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import './ui/kit/fonts/fonts.css'
import './ui/kit/tokens.css'
import './ui/global.css'
import {createRoot} from 'react-dom/client'
import {createActor} from 'xstate'
import {loadConfig} from './api/config'
import {createLoadMachine} from './machines/load'
import {App} from './ui/App'
import {browserStorage} from './wiring/accessTokenMark'
import {createApplication} from './wiring/application'
import {speakIn} from './wiring/session/spokenLanguage'
import {createPagePreferences} from './wiring/session/storedPreferences'

const storage = browserStorage()
const preferences = createPagePreferences(storage)
const spoken = speakIn(preferences.stored.preferences.language)

const start = createActor(
  createLoadMachine(async ({signal}) => {
    const config = await loadConfig({signal})
    await spoken
    return createApplication(config, {storage, preferences})
  }),
).start()

const root = document.getElementById('root')
if (root !== null) {
  const page = createRoot(root)
  spoken.then(() => page.render(<App start={start} colorScheme={preferences.colorScheme} />))
}
