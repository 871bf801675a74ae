import {buildClient, buildServer, install, node, provideChromium} from './lib.mjs'

install()
const CHROMIUM_PATH = await provideChromium()
buildClient()
buildServer()
const [first] = process.argv.slice(2)
const file = first === '--compare' ? 'bench/compare.ts' : 'bench/main.ts'
node(['--import', 'tsx', file, ...process.argv.slice(2)], {CHROMIUM_PATH})
