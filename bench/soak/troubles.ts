import {setTimeout as delay} from 'node:timers/promises'
import type {Network} from '../../tests/support/network'
import type {Fleet} from './fleet'
import {FIRST_VALUE} from './judge'
import type {Screen} from './screens'
import type {Watch, Ways} from './watch'

/** The targets of the troubles. */
export interface Stage {
  network: Network
  /** Ends the server as a power cut would, and starts it again on the same data. */
  restartServer(): Promise<void>
  screens: readonly Screen[]
  fleet: Fleet
  watch: Watch
  ways: Ways
  deviceIds: readonly string[]
  lateAfter: number
}

export interface Trouble {
  name: string
  /** Resolves when it is over. Rejects when something had to be seen meanwhile, and was not. */
  happen(stage: Stage): Promise<void>
  /** Starts another server, so that its memory is measured from the beginning again. */
  endsServer?: true
}

/** Longer than a cut link may go unseen. */
const CUT = 9000

/** The ordinary troubles of a screen, in the order in which they come again and again. */
export const TROUBLES: readonly Trouble[] = [
  {name: 'link cut and restored', happen: stage => whileCut(stage, () => stage.network.cut())},
  {name: 'cable pulled out and in again', happen: stage => whileCut(stage, () => stage.network.stall())},
  {name: 'server killed and started again', endsServer: true, happen: killServer},
  {name: 'access expired', happen: expireAccess},
  {name: 'page hidden and frozen', happen: freezePages},
  {name: 'device silent, and back', happen: silenceDevice},
]

async function whileCut({network, ways}: Stage, cut: () => void) {
  ways.cutSince = Date.now()
  cut()
  await delay(CUT)
  network.mend()
  ways.cutSince = null
}

async function killServer({ways, restartServer}: Stage) {
  ways.cutSince = Date.now()
  await restartServer()
  ways.cutSince = null
}

/** The next call is refused, and the socket needs a call to be opened again. */
async function expireAccess({screens, network}: Stage) {
  await Promise.all(screens.map(screen => screen.expire()))
  network.cut()
  await delay(100)
  network.mend()
}

async function freezePages({screens, ways, lateAfter}: Stage) {
  for (const screen of screens) {
    ways.frozen.add(screen)
    await screen.freeze(true)
  }
  await delay(lateAfter + AFTER_LATE)
  for (const screen of screens) await screen.freeze(false)
  // A browser shows its last picture until the page has run again.
  await delay(WAKING)
  ways.frozen.clear()
}

/** Beyond the age at which a value is late. */
const AFTER_LATE = 5000
const WAKING = 2000

async function silenceDevice({fleet, screens, watch, deviceIds, lateAfter}: Stage) {
  const [id = ''] = deviceIds
  fleet.setSilent(id, true)
  await delay(lateAfter + AFTER_LATE)
  const unseen = screens.filter(screen => freshnessOf(watch, screen, id) !== 'late').map(({name}) => name)
  fleet.setSilent(id, false)
  if (unseen.length > 0) throw new Error(`The silence was not seen on: ${unseen.join(', ')}`)
}

const freshnessOf = (watch: Watch, screen: Screen, id: string): string | undefined =>
  watch.seenOf(screen).last?.painted.find(painted => painted.id === id)?.freshness

/** Longer than the longest pause between two tries, and than a server takes to start. */
const RECOVERY = 30_000

/**
 * Resolves to the milliseconds until every tile of every screen is fresh again, with a value that was sent after this call;
 * null when that takes too long.
 */
export async function recovery({screens, watch, fleet, deviceIds}: Stage): Promise<number | null> {
  const startedAt = Date.now()
  const needed = new Map(
    deviceIds.map(id => [id, fleet.messagesOf(id).findLastIndex(({sentAt}) => sentAt < startedAt)] as const),
  )
  const isBack = (screen: Screen) => {
    const {last} = watch.seenOf(screen)
    return (
      last !== null &&
      last.at > startedAt &&
      last.painted.length > 0 &&
      last.painted.every(
        ({id, freshness, value}) => freshness === 'fresh' && value > FIRST_VALUE + (needed.get(id) ?? 0),
      )
    )
  }
  while (Date.now() - startedAt < RECOVERY) {
    if (screens.every(isBack)) return Date.now() - startedAt
    await delay(250)
  }
  return null
}
