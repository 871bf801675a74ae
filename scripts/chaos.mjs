import {buildServer, install, node} from './lib.mjs'

install()
buildServer()
node(['--import', 'tsx', 'bench/chaos/main.ts', ...process.argv.slice(2)])
