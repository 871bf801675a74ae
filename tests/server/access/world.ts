import {mkdtemp, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {DEFAULT_RATE_LIMITS} from '../../../server/http/rateLimits'
import {createTestApp, type TestApp} from '../../support/app'
import {type Changes, watchChanges} from '../../support/changes'
import {createRewind} from '../../support/rewind'
import {type Actor, isKey, type Target} from './people'
import {keyOf, nameOf, seedWorld} from './seed'

export interface World extends TestApp {
  changes: Changes
  cookiesOf(actor: Actor): Record<string, string>
  /** Says who calls, by a session or by a key. */
  credentialsOf(actor: Actor): {cookies: Record<string, string>; headers: Record<string, string>}
  /** `self` is the actor. */
  idOf(target: Target, actor: Actor): string
  /** Brings back what there was at the start, telemetry apart. */
  rewind(): Promise<void>
}

export const UNKNOWN = '0192f3a0-0000-7000-8000-000000000000'
/** The origin of a client that may use the API. */
export const ORIGIN = 'https://wall.works.test'

/** The whole server with everything switched on, no rate limits and no long waits, on two organisations and somebody of each kind. */
export async function createWorld(): Promise<World> {
  const clientDir = await mkdtemp(join(tmpdir(), 'pulsewall-client-'))
  await writeFile(join(clientDir, 'index.html'), '<!doctype html><title>Pulsewall</title>')
  const rateLimits = Object.fromEntries(Object.keys(DEFAULT_RATE_LIMITS).map(name => [name, '']))
  const test = await createTestApp({rateLimits, longestWait: 10, allowedOrigins: [ORIGIN], clientDir})
  const {ids, cookies} = await seedWorld(test)
  const rewind = await createRewind(test.database)
  const watched = await watchChanges(test.database)
  /** Telemetry of removed devices is cleared away behind the request that removed them. */
  const changes = {
    async take() {
      await test.app.drain()
      return watched.take()
    },
  }
  const cookiesOf = (actor: Actor) => cookies.get(actor) ?? {}

  return {
    ...test,
    changes,
    cookiesOf,
    credentialsOf: actor => ({
      cookies: cookiesOf(actor),
      headers: isKey(actor) ? {authorization: `Bearer ${keyOf(actor)}`} : {},
    }),
    idOf(target, actor) {
      const name = target.place === 'self' ? actor : nameOf(target)
      return ids.get(name) ?? UNKNOWN
    },
    async rewind() {
      await test.app.drain()
      await rewind()
      await changes.take()
    },
    async close() {
      await test.close()
      await rm(clientDir, {recursive: true})
    },
  }
}
