import {buildClient, install, npm, provideChromium, provideTestPrograms, runTests} from './lib.mjs'

install()
process.env.CHROMIUM_PATH = await provideChromium()
provideTestPrograms()
npm('run', 'check')
buildClient()
await runTests('quick')
