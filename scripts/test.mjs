import {buildClient, install, node, npm, provideChromium} from './lib.mjs'

const VITEST = 'node_modules/vitest/vitest.mjs'

install()
const CHROMIUM_PATH = await provideChromium()
npm('run', 'check')
buildClient()
node([VITEST, 'run', '--project', 'rules', '--project', 'server', '--project', 'client', '--project', 'specification'])
// Apart from the others, which would take the processor that a browser needs.
node([VITEST, 'run', '--project', 'journeys'], {CHROMIUM_PATH})
