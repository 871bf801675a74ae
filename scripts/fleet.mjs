import {install, ROOT, runCommand} from './lib.mjs'

install()
process.chdir(ROOT)
const {register} = await import('tsx/esm/api')
register()
const {fleetCommand} = await import('../bench/fleet/main.ts')
await runCommand(fleetCommand)
