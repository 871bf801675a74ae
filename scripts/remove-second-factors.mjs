import {runCommand} from './lib.mjs'

await runCommand(async () => (await import('../server/removeSecondFactors.ts')).removeSecondFactorsCommand)
