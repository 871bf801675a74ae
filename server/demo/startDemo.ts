import type {Milliseconds} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import type {Log} from '../log/log'
import type {Scheduler} from '../scheduler'
import {startAgent} from './agent'
import {DEMO_ACCOUNTS} from './content/accounts'
import {THIS_MACHINE, THIS_MACHINE_IN_NOC} from './content/devices'
import {findMembers, type Member} from './content/members'
import {startPlayers} from './content/players'
import {startFleet} from './fleet'
import {fillHistory, type PointsOf} from './history'
import {createDeviceClient} from './post'

export interface DemoOptions {
  database: Database
  /** The address that this server listens on. */
  baseUrl: string
  scheduler: Pick<Scheduler, 'now' | 'delay' | 'after' | 'every'>
  log: Log
  /** Stores the alarms that the history of a device would have raised, acknowledged soon after by someone. */
  recordAlarms(deviceNumber: number, pointsOf: PointsOf, attendant: {by: string; after: Milliseconds}): Promise<void>
}

export interface Demo {
  stop(): Promise<void>
}

/**
 * Call it on a seeded database when the server listens. Live values start at once; the history is stored after that.
 */
export async function startDemo({database, baseUrl, scheduler, recordAlarms, log}: DemoOptions): Promise<Demo> {
  const members = await findMembers(database)
  const client = createDeviceClient(baseUrl, log)
  const machines = members.filter(({key}) => key === THIS_MACHINE || key === THIS_MACHINE_IN_NOC)
  const running = [startFleet(client, members, scheduler), startPlayers({client, baseUrl, members, scheduler})]
  for (const {accessToken} of machines) running.push(await startAgent({client, accessToken, scheduler, log}))

  const stopping = new AbortController()
  const recordAlarmsOf = ({number, organisationId}: Member, pointsOf: PointsOf) =>
    recordAlarms(number, pointsOf, {by: adminOf(organisationId), after: (3 + (number % 6)) * MINUTE})
  const history = fillHistory(database, members, scheduler.now(), stopping.signal, recordAlarmsOf).catch(error =>
    log.warn(error, 'The demo history is not complete and will be continued at the next start.'),
  )
  return {
    async stop() {
      stopping.abort()
      for (const part of running) part.stop()
      await history
    },
  }
}

const MINUTE: Milliseconds = 60_000

/** The person who looks after the devices of an organisation. */
const adminOf = (organisationId: string): string =>
  DEMO_ACCOUNTS.find(account => account.organisationId === organisationId)?.email ?? ''
