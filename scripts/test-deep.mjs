import {buildClient, prepareTests, runTests} from './lib.mjs'

await prepareTests()
buildClient()
await runTests('deep')
