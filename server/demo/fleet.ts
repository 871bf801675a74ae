import type {Milliseconds} from '../../contract/wire/common'
import type {Cancel, Scheduler} from '../scheduler'
import type {Running} from './agent'
import {isAway} from './content/devices'
import type {Member} from './content/members'
import type {DeviceClient} from './post'

const TELEMETRY_PERIOD = 5_000
const PERIOD_OF_MANY = 15_000
const HEARTBEAT_PERIOD = 60_000

/** Posts values for the simulated devices, one after the other and spread evenly over each period. */
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
  /** Visits every item once in each period, at equal intervals. */
  function inTurn<Item>(items: readonly Item[], period: Milliseconds, visit: (item: Item) => void): Cancel {
    if (items.length === 0) return () => {}
    let turn = 0
    return every(period / items.length, () => {
      const item = items[turn++ % items.length]
      if (item !== undefined) visit(item)
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
