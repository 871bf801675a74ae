import type {EpochMs} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import {startAgent} from './agent'
import {THIS_MACHINE, THIS_MACHINE_IN_NOC} from './devices'
import {startFleet} from './fleet'
import {fillHistory} from './history'
import {findMembers} from './members'
import {startPlayers} from './players'
import {createDeviceClient} from './post'

export interface DemoOptions {
  database: Database
  /** The address that this server listens on. */
  baseUrl: string
  now: () => EpochMs
}

export interface Demo {
  stop(): Promise<void>
}

/**
 * Call it on a seeded database when the server listens. Live values start at once; the history is stored after that.
 */
export async function startDemo({database, baseUrl, now}: DemoOptions): Promise<Demo> {
  const members = await findMembers(database)
  const client = createDeviceClient(baseUrl)
  const machines = members.filter(({key}) => key === THIS_MACHINE || key === THIS_MACHINE_IN_NOC)
  const running = [startFleet(client, members, now), startPlayers({client, baseUrl, members, now})]
  for (const {accessToken} of machines) running.push(await startAgent(client, accessToken, now))

  const stopping = new AbortController()
  const history = fillHistory(database, members, now(), stopping.signal).catch(error =>
    console.warn('The demo history is not complete and will be continued at the next start:', error),
  )
  return {
    async stop() {
      stopping.abort()
      for (const part of running) part.stop()
      await history
    },
  }
}
