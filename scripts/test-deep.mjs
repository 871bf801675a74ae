import {buildClient, install, provideChromium, provideTestPrograms, runTests} from './lib.mjs'

install()
process.env.CHROMIUM_PATH = await provideChromium()
provideTestPrograms()
process.env.SOURCE_MAPS = 'on'
buildClient()
await runTests('deep')
