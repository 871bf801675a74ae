import {buildClient, npm, prepareTests, runTests} from './lib.mjs'

await prepareTests()
npm('run', 'check')
buildClient()
await runTests('quick')
