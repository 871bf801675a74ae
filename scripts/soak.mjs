import {buildClient, install, node, provideChromium} from './lib.mjs'

install()
const CHROMIUM_PATH = await provideChromium()
buildClient()
node(['--import', 'tsx', 'bench/soak/main.ts', ...process.argv.slice(2)], {CHROMIUM_PATH})
