import {buildClient, install} from './lib.mjs'

install()
buildClient()
