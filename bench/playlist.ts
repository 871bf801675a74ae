import type {APIRequestContext, BrowserContext, Page} from 'playwright-core'
import * as z from 'zod'
import {uploadAnswer} from '../contract/wire/entities/digitalAsset'
import {type Clip, H264, recordClip} from '../tests/journeys/support/clips'
import {padded} from '../tests/journeys/support/recording'
import {type Showing, showings, watchFrames} from '../tests/journeys/support/sights'
import {patientContext, signedInContext, withBrowser} from './support/browser'
import {information, type Line, verdict} from './support/report'
import {type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile} from './support/statistics'
import {type BenchDevice, createOrganisation} from './support/world'

const P50_LIMIT = 300
const VIDEO_CHANGES = 20
const KILOBYTE = 1000
const FRAME_MILLISECONDS = 40

/** Each change puts a video into the playlist that the player does not have yet. */
export async function playlist(settings: Settings): Promise<Line[]> {
  const changes = byLength(settings, {quick: 10, usual: 40})
  return withServer(
    database => createOrganisation(database, 'Playlist', 1),
    (server, organisation) =>
      withBrowser(async browser => {
        const [device] = organisation.devices
        if (device === undefined) throw new Error('There is no device')
        const staff = await signedInContext(browser, server, organisation)
        const desk = await openDesk(staff, server, device)
        const player = await patientContext(browser, {viewport: {width: 640, height: 360}})
        const page = await openPlayer(player, server, device)

        await desk.put([...desk.clips])
        await page.waitForFunction(() => window.arrivals.length > 1)
        const latencies: number[] = []
        for (let change = 0; change < changes; change++) latencies.push(await arrivalOf(page, desk))
        await page.waitForFunction(least => {
          const isOther = (colour: string, before?: {colour: string}) => colour !== before?.colour
          return window.sights.filter(({colour}, at, all) => isOther(colour, all[at - 1])).length > least
        }, VIDEO_CHANGES)
        return lines(latencies, desk.bytes, await showings(page))
      }),
  )
}

declare global {
  interface Window {
    /** The times at which files were stored and checked, in order. */
    arrivals: number[]
  }
}

interface Desk {
  /** A red and a blue video. */
  clips: readonly [string, string]
  bytes: number
  /** Uploads another green video, of that many bytes. */
  upload(): Promise<string>
  put(assetIds: readonly string[]): Promise<void>
}

export async function openDesk(context: BrowserContext, {origin}: RunningServer, {id}: BenchDevice): Promise<Desk> {
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  const red = await recordClip(page, 'red.mp4', '#c81414', H264)
  const blue = await recordClip(page, 'blue.mp4', '#1414c8', H264)
  const green = await recordClip(page, 'green.mp4', '#14c814', H264)
  const {request} = context
  let uploaded = 0
  const upload = (given: Clip) => uploadTo(origin, request, {...given, bytes: padded(given.bytes, ++uploaded)})
  return {
    clips: [await upload(red), await upload(blue)],
    bytes: green.bytes.length,
    upload: () => upload(green),
    async put(assetIds) {
      const json_v = assetIds.map((assetId, order) => ({assetId, order}))
      const answer = await request.put(`${origin}/api/v0/attribute/device/${id}/2/playlist`, {data: {json_v}})
      if (!answer.ok()) throw new Error(`Playlist: ${answer.status()} ${await answer.text()}`)
    },
  }
}

async function uploadTo(origin: string, request: APIRequestContext, {name, mimeType, bytes}: Clip): Promise<string> {
  const answer = await request.post(`${origin}/api/v0/digitalAssets/upload`, {
    multipart: {label: 'video_asset', type: 'digital_asset', file: {name, mimeType, buffer: bytes}},
  })
  return uploadAnswer.parse(await answer.json()).assetId
}

export async function openPlayer(
  context: BrowserContext,
  {origin}: RunningServer,
  {token}: BenchDevice,
): Promise<Page> {
  // Functions compiled by tsx call `__name`, which a page does not have.
  await context.addInitScript('globalThis.__name = value => value')
  await watchFrames(context)
  await context.addInitScript(() => {
    window.arrivals = []
    const {put} = Cache.prototype
    Cache.prototype.put = async function (request, response) {
      await put.call(this, request, response)
      if (String(request).startsWith('/player/files/')) window.arrivals.push(Date.now())
    }
  })
  const page = await context.newPage()
  await page.goto(`${origin}/player#token=${token}`)
  return page
}

async function arrivalOf(page: Page, desk: Desk): Promise<number> {
  const added = await desk.upload()
  const before = await page.evaluate(() => window.arrivals.length)
  const changedAt = Date.now()
  await desk.put([...desk.clips, added])
  await page.waitForFunction(count => window.arrivals.length > count, before)
  const arrivals = z.array(z.number()).parse(await page.evaluate(() => window.arrivals))
  return (arrivals.at(-1) ?? Number.POSITIVE_INFINITY) - changedAt
}

function lines(latencies: readonly number[], bytes: number, seen: readonly Showing[]): Line[] {
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)]
  // The last one may not have been seen to its end.
  const whole = seen.slice(0, -1)
  const black = whole.filter(({colour}) => colour === 'black').length
  const repeated = whole.reduce((sum, {numbers}) => sum + numbers.filter(isRepeated).length, 0)
  const held = whole.slice(1).map(({firstAt}, at) => firstAt - (whole[at]?.lastFrameAt ?? 0) - FRAME_MILLISECONDS)
  return [
    {
      what: `playlist change → the player has it, with a new video of ${Math.round(bytes / KILOBYTE)} kB`,
      measured: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
      limit: `p50 ≤ ${P50_LIMIT} ms`,
      verdict: verdict(p50 <= P50_LIMIT),
    },
    {
      what: `change between two videos in the player, ${whole.length - 1} times`,
      measured: `${black} frames black, ${repeated} repeated`,
      limit: 'none',
      verdict: verdict(black + repeated === 0),
    },
    information('  the last frame is held beyond its time', `p50 ${percentile(held, 0.5).toFixed(0)} ms`),
  ]
}

const isRepeated = (number: number, at: number, numbers: readonly number[]): boolean => numbers.indexOf(number) < at
