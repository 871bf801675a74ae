import type {Milliseconds} from '../../contract/wire/common'
import type {Cancel, Scheduler} from '../scheduler'
import type {Running} from './agent'
import {isAway} from './content/devices'
import type {Member} from './content/members'
import type {DeviceClient} from './post'

const SECOND = 1_000
const TELEMETRY_PERIOD = 5 * SECOND
const PERIOD_OF_MANY = 15 * SECOND
const HEARTBEAT_PERIOD = 60 * SECOND

/** Posts values for the simulated devices, spread over each period. */
export function startFleet(
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
    inTurn(simulated, HEARTBEAT_PERIOD, member => {
      if (isPresent(member)) void client.sendHeartbeat(member.accessToken, now())
    }),
  ]
  return {
    stop() {
      for (const cancel of timers) cancel()
    },
  }
}
