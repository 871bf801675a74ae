import {buildClient, prepareTests, runTests} from './lib.mjs'

await prepareTests()
process.env.SOURCE_MAPS = 'on'
buildClient()
await runTests('deep')
