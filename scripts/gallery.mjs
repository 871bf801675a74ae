import {install, node, provideChromium} from './lib.mjs'

install()
const CHROMIUM_PATH = await provideChromium()
node(['--import', 'tsx', 'tests/gallery/pictures.ts', ...process.argv.slice(2)], {CHROMIUM_PATH})
