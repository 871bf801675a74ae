import {buildClient, install, runServer} from './lib.mjs'

install()
buildClient()
process.env.DEMO ||= 'on'
await runServer()
