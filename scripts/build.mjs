import {buildClient, buildGallery, buildServer, install} from './lib.mjs'

const BUILDS = {client: buildClient, gallery: buildGallery, server: buildServer}

/**
 * `node scripts/build.mjs` builds client and server, and with names after it the named ones of client, gallery and
 * server.
 */
const names = process.argv.slice(2)
install()
for (const name of names.length > 0 ? names : ['client', 'server']) BUILDS[name]()
