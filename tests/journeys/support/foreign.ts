import type {Page} from 'playwright-core'
import {afterAll, beforeAll} from 'vitest'
import {type ForeignServer, startForeignServer} from '../../support/foreign/server'
import {type ForeignWorld, storeForeignWorld} from '../../support/foreign/world'
import {type Browsers, type OpenOptions, useBrowsers} from './browsers'
import type {Account} from './seed'

const NO_ADDITIONS = /status of 500 .*\/(config\.json|api\/v0\/capabilities)$/

export interface ForeignJourney extends Browsers {
  readonly server: ForeignServer
  readonly world: ForeignWorld
  /** A page at `path` in a browser where `account` (default: the plant's admin) is signed in. */
  open(path: string, options?: OpenOptions & {account?: Account}): Promise<Page>
  /** The calls of this method and path since the last question. */
  callsTaken(call: RegExp): string[]
}

/** One server that is not ours for all tests of the enclosing block. */
export function useForeignJourney(): ForeignJourney {
  const browsers = useBrowsers(() => server.origin)
  let server: ForeignServer
  let world: ForeignWorld

  beforeAll(async () => {
    server = await startForeignServer()
    world = storeForeignWorld(server.store, Date.now())
  })
  afterAll(() => server.stop())

  const journey: ForeignJourney = {
    ...browsers,
    get server() {
      return server
    },
    get world() {
      return world
    },
    async newContext(options) {
      browsers.expectComplaint(NO_ADDITIONS)
      return await browsers.newContext(options)
    },
    async openAs(account, path, options) {
      browsers.expectComplaint(NO_ADDITIONS)
      return await browsers.openAs(account, path, options)
    },
    open: (path, {account = world.plantAdmin, ...options} = {}) => journey.openAs(account, path, options),
    callsTaken: call => server.calls.splice(0).filter(made => call.test(made)),
  }
  return journey
}
