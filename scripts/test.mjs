import {node, npm, prepareTests} from './lib.mjs'

/** `node scripts/test.mjs quick` is `npm test`; the other tiers are `changed`, `deep` and `ci`. */
const [tier, ...parameters] = process.argv.slice(2)
await prepareTests()
if (tier === 'quick') npm('run', 'check')
node(['--import', 'tsx', 'tests/tiers/main.ts', tier, ...parameters])
