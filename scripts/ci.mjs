import {npm, provideChromium, runTests} from './lib.mjs'

npm('test')
process.env.CHROMIUM_PATH = await provideChromium()
await runTests('ci')
