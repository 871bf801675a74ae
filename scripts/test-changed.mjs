import {buildClient, install, provideChromium, provideTestPrograms, runTests} from './lib.mjs'

install()
process.env.CHROMIUM_PATH = await provideChromium()
provideTestPrograms()
buildClient()
await runTests('changed')
