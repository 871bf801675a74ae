import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {createConsoleWatch} from '../../tests/journeys/support/console'
import {openNetwork} from '../../tests/support/network'
import {withBrowser} from '../support/browser'
import type {Gaps} from '../support/gaps'
import {inDatabaseOf, withDataFolder} from '../support/server'
import {createWallWorld} from '../support/wall'
import {SWINGING_KEY, startFleet} from './fleet'
import {chartGaps, storedGaps} from './gaps'
import type {Endured, Run} from './report'
import {openScreens} from './screens'
import {startSoakServer} from './serverProcess'
import {recovery, type Stage, TROUBLES} from './troubles'
import {startWatch} from './watch'

const DEVICES = 200
/** Shorter than the product's own, so that many values grow old in a run. */
const LATE_AFTER = 12_000
const CALM = 5000
const MINUTE = 60_000
/** The server is killed in the first part of the run alone, so that its last process can be watched for long. */
const ENDING_SHARE = 1 / 3
/** The browser logs these of calls that a trouble makes fail. */
const ANSWERED_BY_TROUBLES = /net::ERR_|WebSocket connection to|Failed to load|status of (401|403|410|502)/

/** Keeps a wall and a dashboard open for this long, and brings one trouble after the other upon them. */
export async function soak(minutes: number): Promise<Run> {
  return withDataFolder(async dataDir => {
    await writeFile(join(dataDir, 'config.json'), JSON.stringify({lateAfter: LATE_AFTER}))
    const organisation = await inDatabaseOf(dataDir, database =>
      createWallWorld(database, DEVICES, {[SWINGING_KEY]: {warning: {above: 80}, critical: {above: 93}}}),
    )
    const server = await startSoakServer(dataDir)
    const network = await openNetwork(`http://127.0.0.1:${server.port}`)
    const fleet = startFleet(server.port, organisation.devices)
    try {
      return await withBrowser(async browser => {
        tell('opening the wall and the dashboard')
        const screens = await openScreens(browser, network.origin, organisation)
        const {wall, dashboard} = screens
        const uncaught = createConsoleWatch()
        uncaught.expect(ANSWERED_BY_TROUBLES)
        for (const {page} of [wall, dashboard]) uncaught.watch(page.context())
        const deviceIds = organisation.devices.map(({id}) => id)
        const [chartDevice = ''] = deviceIds
        const ways: Stage['ways'] = {cutSince: null, frozen: new Set()}
        const watch = startWatch({screens: [wall, dashboard], fleet, ways, lateAfter: LATE_AFTER})
        const stage: Stage = {
          network,
          fleet,
          watch,
          ways,
          deviceIds,
          lateAfter: LATE_AFTER,
          screens: [wall, dashboard],
          restartServer: server.restart,
        }
        const startedAt = Date.now()
        const endsAt = startedAt + minutes * MINUTE
        const endingUntil = startedAt + minutes * MINUTE * ENDING_SHARE
        const endured: Endured[] = []
        const chart: Gaps = {missing: [], doubled: []}
        await recovery(stage)
        for (let turn = 0; Date.now() < endsAt; turn++) {
          const trouble = TROUBLES[turn % TROUBLES.length]
          if (trouble === undefined || (trouble.endsServer && Date.now() > endingUntil && turn > TROUBLES.length))
            continue
          const cause = await trouble.happen(stage).then(
            () => null,
            (error: Error) => error.message,
          )
          const milliseconds = await recovery(stage)
          endured.push({name: trouble.name, milliseconds, cause})
          tell(
            `${trouble.name}: ${milliseconds === null ? 'not over' : `over after ${(milliseconds / 1000).toFixed(1)} s`}`,
          )
          const gaps = await chartGaps(dashboard, chartDevice, fleet)
          chart.missing.push(...gaps.missing)
          chart.doubled.push(...gaps.doubled)
          await delay(CALM)
        }
        await fleet.stop()
        await watch.stop()
        const stored = []
        for (const id of deviceIds) stored.push(await storedGaps(dashboard, id, fleet))
        return {
          minutes,
          endured,
          chart,
          stored,
          complaints: uncaught.take(),
          server: server.samples(),
          screens: [wall, dashboard].map(screen => ({name: screen.name, ...watch.seenOf(screen)})),
          messages: deviceIds.flatMap(id => fleet.messagesOf(id)),
          messagesOf: fleet.messagesOf,
        }
      })
    } finally {
      await fleet.stop()
      network.close()
      await server.stop()
    }
  })

  function tell(what: string) {
    console.error(`${new Date().toTimeString().slice(0, 8)}  ${what}`)
  }
}
