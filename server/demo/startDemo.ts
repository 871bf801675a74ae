import {MINUTE, SECOND} from '../../contract/rules/time/durations'
import type {Milliseconds} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import type {Log} from '../log/log'
import type {Cancel, Scheduler} from '../scheduler'
import {type Running, startAgent} from './agent'
import {DEMO_ACCOUNTS} from './content/accounts'
import {isAway, THIS_MACHINE, THIS_MACHINE_IN_NOC} from './content/devices'
import {findMembers, type Member} from './content/members'
import {isWithoutPlayer, startPlayers} from './content/players'
import {fillHistory, type PointsOf} from './history'
import {createDeviceClient, type DeviceClient} from './post'

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

/** The person who looks after the devices of an organisation. */
const adminOf = (organisationId: string): string =>
  DEMO_ACCOUNTS.find(account => account.organisationId === organisationId)?.email ?? ''

const TELEMETRY_PERIOD = 5 * SECOND
const PERIOD_OF_MANY = 15 * SECOND
const HEARTBEAT_PERIOD = MINUTE

/** Posts values for the simulated devices, spread over each period. */
function startFleet(
  client: DeviceClient,
  members: readonly Member[],
  {now, every}: Pick<Scheduler, 'now' | 'every'>,
): Running {
  const simulated = members.flatMap(member =>
    member.profile === undefined || member.presence === 'silent'
      ? []
      : [{...member, signals: member.profile(member.seed)}],
  )
  const isPresent = (member: Member) => member.presence === 'steady' || !isAway(member.seed, now())

  const send = (member: (typeof simulated)[number]) => {
    if (!isPresent(member)) return
    const ts = now()
    const values = Object.entries(member.signals).map(([key, signal]) => [key, signal(ts)])
    void client.sendTelemetry(member.accessToken, Object.fromEntries(values))
  }
  /** Visits every item once in each period, those of a second together: their values share a commit. */
  function inTurn<Item>(items: readonly Item[], period: Milliseconds, visit: (item: Item) => void): Cancel {
    const turns = period / SECOND
    let turn = 0
    return every(SECOND, () => {
      const [from, to] = [turn, turn + 1].map(each => Math.round((each * items.length) / turns))
      for (const item of items.slice(from, to)) visit(item)
      turn = (turn + 1) % turns
    })
  }

  const timers = [
    inTurn(
      simulated.filter(({isOneOfMany}) => !isOneOfMany),
      TELEMETRY_PERIOD,
      send,
    ),
    inTurn(
      simulated.filter(({isOneOfMany}) => isOneOfMany),
      PERIOD_OF_MANY,
      send,
    ),
    // Simulated players send their own.
    inTurn(simulated.filter(isWithoutPlayer), HEARTBEAT_PERIOD, member => {
      if (isPresent(member)) void client.sendHeartbeat(member.accessToken, now())
    }),
  ]
  return {
    stop() {
      for (const cancel of timers) cancel()
    },
  }
}
