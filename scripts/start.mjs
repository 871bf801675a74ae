import {buildClient, buildServer, install, runServer} from './lib.mjs'

install()
buildClient()
buildServer()
process.env.DEMO ||= 'on'
await runServer()
