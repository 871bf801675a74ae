import {buildClient, install, npm, provideChromium, provideTestPrograms} from './lib.mjs'
import {runTests} from './runTests.mjs'

install()
const CHROMIUM_PATH = await provideChromium()
provideTestPrograms()
npm('run', 'check')
buildClient()
runTests({CHROMIUM_PATH})
