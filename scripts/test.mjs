import {buildClient, install, node, npm, provideChromium, provideTestPrograms} from './lib.mjs'

install()
const CHROMIUM_PATH = await provideChromium()
provideTestPrograms()
npm('run', 'check')
buildClient()
node(['node_modules/vitest/vitest.mjs', 'run'], {CHROMIUM_PATH})
