import {runCommand} from './lib.mjs'

await runCommand(async () => (await import('../server/secondFactor/command.ts')).removeSecondFactorsCommand)
