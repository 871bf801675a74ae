import * as z from 'zod'
import {rollUpSteps} from '../server/telemetry/rollups/rollUps'
import {type Line, timesLine} from './support/report'
import {signIn, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {createOrganisation, settle, storePoints} from './support/world'

const DEVICES = 100
const KEYS = Array.from({length: 10}, (_, index) => `k${index}`)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The stretch, and the day before it that it is compared with. */
const HOURS = 6 + 24
const LIMIT = 800

const answer = z.object({compared: z.number()})

/** Measures the search for other changes in a stretch of six hours, of a thousand series that have a value a minute. */
export function changes(settings: Settings): Promise<Line[]> {
  const endTs = Math.floor(Date.now() / HOUR) * HOUR
  return withServer(
    async database => {
      const organisation = await createOrganisation(database, 'Changes', DEVICES)
      const firstTs = endTs - (HOURS + 1) * HOUR
      await storePoints(database, {...organisation, keys: KEYS, firstTs, step: MINUTE, count: (HOURS + 1) * 60})
      for await (const _ of rollUpSteps(database));
      await settle(database)
      return organisation
    },
    async (server, {emails}) => {
      const get = await signIn(server, emails[0])
      const query = new URLSearchParams({start_ts: String(endTs - 6 * HOUR), end_ts: String(endTs)})
      const times: number[] = []
      for (let run = 0; run < byLength(settings, {quick: 5, usual: 21}); run++) {
        const startedAt = performance.now()
        const {compared} = answer.parse(await get(`/api/v0/telemetry/device/changes?${query}`))
        times.push(performance.now() - startedAt)
        if (compared !== DEVICES * KEYS.length) throw new Error(`${compared} series were compared`)
      }
      return [
        timesLine('what else changed in 6 hours, of 1,000 series with a value a minute, by the API', times, LIMIT),
      ]
    },
  )
}
