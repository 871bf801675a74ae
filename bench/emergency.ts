import type {APIRequestContext, Page} from 'playwright-core'
import {EMERGENCIES_ATTRIBUTE, EMERGENCY_VIDEOS_ATTRIBUTE} from '../contract/rules/media/emergency'
import {HOUR} from '../contract/rules/time/durations'
import {openDesk, openPlayer} from './playlist'
import {patientContext, signedInContext, withBrowser} from './support/browser'
import {type Line, verdict} from './support/report'
import {type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile} from './support/statistics'
import {createOrganisation, type Organisation} from './support/world'

const PLAYERS = 100
/** In browsers; the others only ask as a player does. */
const REAL_PLAYERS = 2
const LIMIT = 2000

/** An emergency is raised and lifted, again and again, while the screens play their lists. */
export async function emergency(settings: Settings): Promise<Line[]> {
  const times = byLength(settings, {quick: 5, usual: 20})
  return withServer(
    database => createOrganisation(database, 'Emergency', PLAYERS),
    (server, organisation) =>
      withBrowser(async browser => {
        const [first] = organisation.devices
        if (first === undefined) throw new Error('There is no device')
        const staff = await signedInContext(browser, server, organisation)
        const desk = await openDesk(staff, server, first)
        const alarm = await desk.upload()
        const write = writer(staff.request, server, organisation)
        await write(EMERGENCY_VIDEOS_ATTRIBUTE, [alarm])
        const pages: Page[] = []
        for (const device of organisation.devices.slice(0, REAL_PLAYERS)) {
          const {put} = await openDesk(staff, server, device)
          await put([...desk.clips])
          const context = await patientContext(browser, {viewport: {width: 640, height: 360}})
          const page = await openPlayer(context, server, device)
          await page.waitForFunction(() => window.arrivals.length > 2)
          pages.push(page)
        }
        const asking = askForOthers(server, organisation)
        const [told, shown]: [number[], number[]] = [[], []]
        for (let time = 0; time < times; time++) {
          const id = `emergency ${time}`
          const raisedAt = Date.now()
          const since = {since: raisedAt, until: raisedAt + HOUR}
          await write(EMERGENCIES_ATTRIBUTE, [{id, videoId: alarm, why: 'Fire', by: 'Ada', drill: false, ...since}])
          for (const page of pages) shown.push((await firstSeen(page, 'green', raisedAt)) - raisedAt)
          for (const at of await asking.allTold(id)) told.push(at - raisedAt)
          const liftedAt = Date.now()
          await write(EMERGENCIES_ATTRIBUTE, [])
          for (const page of pages) await lastSeenBefore(page, 'green', liftedAt)
          await asking.allTold('')
        }
        asking.end()
        return lines(told, shown)
      }),
  )
}

const writer =
  (request: APIRequestContext, {origin}: RunningServer, {id}: Organisation) =>
  async (key: string, json_v: unknown) => {
    const answer = await request.put(`${origin}/api/v0/attribute/organisation/${id}/2/${key}`, {data: {json_v}})
    if (!answer.ok()) throw new Error(`${key}: ${answer.status()} ${await answer.text()}`)
  }

/** The time at which a page first showed a colour after `since`. */
async function firstSeen(page: Page, colour: string, since: number): Promise<number> {
  const seen = await page.waitForFunction(
    ([colour, since]) => window.sights.find(sight => sight.at >= since && sight.colour === colour)?.at,
    [colour, since] as const,
  )
  return Number(await seen.jsonValue())
}

async function lastSeenBefore(page: Page, colour: string, since: number): Promise<void> {
  await page.waitForFunction(
    ([colour, since]) => window.sights.some(sight => sight.at >= since && sight.colour !== colour),
    [colour, since] as const,
  )
}

/** Asks for the lists of all other screens as players do, and notes when each of them was told of which emergency. */
function askForOthers({origin}: RunningServer, {devices}: Organisation) {
  let isEnded = false
  const others = devices.slice(REAL_PLAYERS)
  const told = new Map<string, Map<string, number>>()
  const ask = async (token: string) => {
    for (let known = ''; !isEnded; ) {
      const query = new URLSearchParams({revision: '0', emergency: known, timeout: '20000'})
      const answer = await fetch(`${origin}/api/v1/${token}/playlist?${query}`)
      const {emergency} = (await answer.json()) as {emergency?: {id: string}}
      const id = emergency?.id ?? ''
      if (id !== known) told.set(id, (told.get(id) ?? new Map()).set(token, Date.now()))
      known = id
    }
  }
  for (const {token} of others) ask(token).catch(error => isEnded || Promise.reject(error))
  return {
    /** Waits until all have been told of it, and forgets the times. */
    async allTold(id: string): Promise<number[]> {
      while ((told.get(id)?.size ?? 0) < others.length) await new Promise(resolve => setTimeout(resolve, 5))
      const times = [...(told.get(id)?.values() ?? [])]
      told.delete(id)
      return times
    },
    end() {
      isEnded = true
    },
  }
}

function lines(told: readonly number[], shown: readonly number[]): Line[] {
  const row = (what: string, times: readonly number[]): Line => {
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
    return {
      what,
      measured: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
      limit: `p99 ≤ ${LIMIT} ms`,
      verdict: verdict(p99 <= LIMIT),
    }
  }
  return [
    row(`emergency raised → on screen, on ${REAL_PLAYERS} of ${PLAYERS} players in browsers`, shown),
    row(`  told to the other ${PLAYERS - REAL_PLAYERS} players`, told),
  ]
}
