import {buildClient, prepareTests, runTests} from './lib.mjs'

await prepareTests()
buildClient()
await runTests('changed')
