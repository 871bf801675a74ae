import {install, node} from './lib.mjs'

install()
node(['--import', 'tsx', 'bench/chaos/main.ts', ...process.argv.slice(2)])
