import type {BrowserContext, Page} from 'playwright-core'
import {expect} from 'vitest'
import * as z from 'zod'
import {uploadAnswer} from '../../../contract/wire/digitalAsset'
import {type Clip, H264, recordClip, VP9} from './clips'
import type {Journey} from './journey'

/** What was on screen, frame by frame: the colour in the middle of the picture, and the video's own time. */
export interface Sight {
  colour: string
  time: number
}

declare global {
  interface Window {
    sights: Sight[]
  }
}

/** Notes what each frame of the page shows of the upper video, as long as one is shown. */
export async function watchFrames(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.sights = []
    const canvas = document.createElement('canvas')
    const pen = canvas.getContext('2d', {willReadFrequently: true})
    const names: Record<string, string> = {'100': 'red', '010': 'green', '001': 'blue', '110': 'yellow', '000': 'black'}
    const look = () => {
      requestAnimationFrame(look)
      const upper = [...document.querySelectorAll('video')].find(({style, src}) => style.zIndex === '1' && src !== '')
      if (upper === undefined || pen === null) return
      pen.clearRect(0, 0, 1, 1)
      pen.drawImage(upper, 100, 50, 1, 1, 0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
      const key = [red, green, blue].map(part => (part > 90 ? 1 : 0)).join('')
      window.sights.push({colour: names[key] ?? key, time: upper.currentTime})
    }
    requestAnimationFrame(look)
  })
}

/** The colours in the order in which they were seen, each once for as long as it was on screen. */
export const coloursSeen = async (page: Page): Promise<string[]> =>
  page.evaluate(() => window.sights.map(({colour}) => colour).filter((colour, at, all) => colour !== all[at - 1]))

/** The ids of the videos by colour. */
export interface Media {
  red: string
  green: string
  blue: string
}

/** What the plant's admin does for the screen, which is the boiler, and learns of it. */
export interface Desk {
  /** Records videos in the browser and uploads them. */
  uploadClips(): Promise<Media>
  setPlaylist(assetIds: readonly string[]): Promise<void>
  revokeToken(): Promise<void>
  /** What the screen says of itself; empty before it has. */
  told(key: 'player' | 'heartbeat'): Promise<Record<string, unknown>>
  /** In the order in which they began. */
  plays(): Promise<{ts: number; assetId: string; whole: boolean}[]>
}

export async function openDesk(journey: Journey): Promise<Desk> {
  const page = await journey.open('/login')
  const {request} = page
  const {boiler} = journey.world
  const attributes = `/api/v0/attribute/device/${boiler.id}`

  const upload = async ({name, mimeType, bytes}: Clip): Promise<string> => {
    const answer = await request.post('/api/v0/digitalAssets/upload', {
      multipart: {label: 'video_asset', type: 'digital_asset', file: {name, mimeType, buffer: bytes}},
    })
    return uploadAnswer.parse(await answer.json()).assetId
  }

  return {
    uploadClips: async () => ({
      red: await upload(await recordClip(page, 'red.mp4', '#c81414', H264)),
      green: await upload(await recordClip(page, 'green.webm', '#14c814', VP9)),
      blue: await upload(await recordClip(page, 'blue.mp4', '#1414c8', H264)),
    }),
    async setPlaylist(assetIds) {
      const json_v = assetIds.map((assetId, order) => ({assetId, order}))
      expect((await request.put(`${attributes}/2/playlist`, {data: {json_v}})).ok()).toBe(true)
    },
    async revokeToken() {
      expect((await request.delete(`/api/v0/device/${boiler.id}/credentials`)).ok()).toBe(true)
    },
    async told(key) {
      const answer = await request.get(`${attributes}/0/${key}`)
      return answer.ok() ? report.parse(await answer.json()).json_v : {}
    },
    async plays() {
      const path = `/api/v0/telemetry/device/${boiler.id}/values/timeseries`
      const answer = await request.get(path, {params: {keys: 'played', startTs: 0, endTs: Date.now() + 60_000}})
      const [{values}] = series.parse(await answer.json())
      return values.map(({ts, json_v}) => ({...json_v, ts})).sort((one, other) => one.ts - other.ts)
    },
  }
}

const report = z.object({json_v: z.record(z.string(), z.unknown())})
const played = z.object({assetId: z.string(), whole: z.boolean()})
const series = z.tuple([z.object({values: z.array(z.object({ts: z.number(), json_v: played}))})])
