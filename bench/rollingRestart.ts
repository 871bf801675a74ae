import {behindBalancer, untilReady} from './support/balanced'
import {stepsDuring} from './support/during'
import {startLoad} from './support/load'
import {information, type Line, verdict} from './support/report'
import {countPoints} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile, sum} from './support/statistics'
import {createOrganisation} from './support/world'

const DEVICES = 100
const MESSAGES_PER_SECOND = 1000
const WHAT = 'three servers behind a balancer restarted one by one during 1,000 messages/s'

/** Restarts each server as an operator would, while devices go on sending. */
export function rollingRestart(settings: Settings): Promise<Line[]> {
  return behindBalancer(
    WHAT,
    async ({database, origin, servers, startAgain}) => {
      const {devices} = await createOrganisation(database, 'Restarted', DEVICES)
      const firstTs = Date.now()
      const {result} = startLoad({
        port: Number(new URL(origin).port),
        tokens: devices.map(({token}) => token),
        valuesPerMessage: 1,
        messagesPerSecond: MESSAGES_PER_SECOND,
        seconds: byLength(settings, {quick: 60, usual: 90}),
        firstTs,
      })
      let restarts = 0
      const {acknowledged, refused, latencies, milliseconds} = await stepsDuring(result, async () => {
        const index = restarts % servers.length
        await servers[index]?.stop()
        await untilReady((await startAgain(index)).origin)
        restarts++
      })
      const stored = await countPoints(database, firstTs)
      const lost = devices.map(({number}, index) => Math.max(0, (acknowledged[index] ?? 0) - (stored.get(number) ?? 0)))
      const refusals = sum(Object.values(refused))
      return [
        {
          what: `${WHAT}: calls refused; acknowledged points lost`,
          measured: `${refusals}; ${sum(lost)}, of ${sum(acknowledged).toLocaleString('en')} in ${restarts} restarts`,
          limit: 'none; none, each restarted once',
          verdict: verdict(refusals === 0 && sum(lost) === 0 && restarts >= servers.length),
        },
        information(
          '  a device’s POST → answer meanwhile; messages a second',
          `p99 ${percentile(latencies, 0.99).toFixed(0)} ms; ${Math.round((sum(acknowledged) * 1000) / milliseconds)}`,
        ),
      ]
    },
    {STOP_DELAY: '3'},
  )
}
