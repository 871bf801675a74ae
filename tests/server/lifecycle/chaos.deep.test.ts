import {join} from 'node:path'
import {expect, it} from 'vitest'
import {details} from '../../../bench/chaos/report'
import {chaos, SHORT} from '../../../bench/chaos/run'
import {endEveryProcess} from '../../../bench/support/processes'
import {createDataDir} from '../../support/dataDir'

it('loses and doubles nothing, and never ends by itself, whatever happens to its processes, disk, network and clock', async context => {
  context.skip(process.platform !== 'linux', 'needs /proc')
  const folder = await createDataDir()
  const run = await chaos({
    ...SHORT,
    seed: 1,
    together: 0,
    logFile: join(folder, 'server.log'),
    tell() {},
    // `npm run chaos` measures the time.
    readiness: {within: 20_000, backWithin: 20_000},
    least: {acknowledged: 1000, episodes: 20},
  }).finally(endEveryProcess)

  expect(details(run)).toEqual([])
  expect(run.readiness.absences).toBeGreaterThan(0)
})
