import {runCommand} from './lib.mjs'

await runCommand(async () => (await import('../server/backup/commands.ts')).restoreCommand)
