import './api/jitless'
import '@mantine/core/styles.css'
import './ui/kit/fonts/fonts.css'
import './ui/kit/tokens.css'
import './ui/global.css'
import {createRoot} from 'react-dom/client'
import {createActor, fromPromise} from 'xstate'
import {loadConfig} from './api/config'
import {createLoadMachine} from './machines/load'
import {App, type Running} from './ui/App'
import {createApplication} from './wiring/application'

const start = createActor(
  createLoadMachine<Running>().provide({
    actors: {load: fromPromise(async ({signal}) => createApplication(await loadConfig({signal})))},
  }),
).start()

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<App start={start} />)
