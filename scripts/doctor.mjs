import {runCommand} from './lib.mjs'

await runCommand(async () => (await import('../server/doctor/command.ts')).doctorCommand)
