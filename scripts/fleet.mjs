import {runCommand} from './lib.mjs'

await runCommand(async () => (await import('../bench/fleet/main.ts')).fleetCommand)
