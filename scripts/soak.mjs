import {buildClient, buildServer, install, node, provideChromium} from './lib.mjs'

install()
const CHROMIUM_PATH = await provideChromium()
buildClient()
buildServer()
node(['--import', 'tsx', 'bench/soak/main.ts', ...process.argv.slice(2)], {CHROMIUM_PATH})
