import {runServerCommand} from './lib.mjs'

await runServerCommand('learnUsualCommand')
