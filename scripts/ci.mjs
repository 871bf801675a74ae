import {npm, provideChromium, runTests} from './lib.mjs'

npm('test')
process.env.CHROMIUM_PATH = await provideChromium()
process.env.SOURCE_MAPS = 'on'
await runTests('ci')
