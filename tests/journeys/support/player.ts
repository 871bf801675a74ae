import {readFile, rm, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {eq} from 'drizzle-orm'
import type {Page} from 'playwright-core'
import {expect} from 'vitest'
import * as z from 'zod'
import {FALLBACK_ATTRIBUTE} from '../../../contract/rules/lists/idList'
import {uploadAnswer} from '../../../contract/wire/entities/digitalAsset'
import {digitalAsset} from '../../../server/database/schema/asset'
import {device} from '../../../server/database/schema/device'
import {mp4} from '../../support/video'
import {type Clip, H264, recordClip, VP9} from './clips'
import type {Journey} from './journey'
import {padded} from './recording'

/** The ids of the videos by colour. */
export interface Media {
  red: string
  green: string
  blue: string
}

/** The plant's admin, who manages the screen, which is the boiler, and reads its reports. */
export interface Desk {
  /** Records videos in the browser and uploads them. */
  uploadClips(): Promise<Media>
  /** A file of its own with the same picture; `bytes` are added that every player skips. */
  uploadAgain(colour: 'red' | 'green', bytes?: number): Promise<string>
  /** It looks like a video, but there is nothing in it. */
  uploadUnplayable(): Promise<string>
  /** As a disk would. */
  damageFile(assetId: string): Promise<void>
  removeFile(assetId: string): Promise<void>
  checksumOf(assetId: string): Promise<string>
  setPlaylist(assetIds: readonly string[]): Promise<void>
  /** Of the organisation of the screen. */
  setFallback(assetIds: readonly string[]): Promise<void>
  revokeToken(): Promise<void>
  /** Returns the screen's own report; empty before it has sent one. */
  told(key: 'player' | 'heartbeat'): Promise<Record<string, unknown>>
  /** In the order in which they began. */
  plays(): Promise<{ts: number; assetId: string; whole: boolean}[]>
}

/** A paired screen shows its words after a key. */
export async function touch(screen: Page): Promise<void> {
  await screen.locator('main[data-calm="true"]').waitFor()
  await screen.keyboard.press('Shift')
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
  const fileOf = async (assetId: string) => {
    const {db} = journey.database
    const [file] = await db.select().from(digitalAsset).where(eq(digitalAsset.assetId, assetId))
    if (file === undefined) throw new Error('There is no such file')
    return file
  }
  const pathOf = async (assetId: string): Promise<string> =>
    join(journey.dataDir, 'assets', 'stored', (await fileOf(assetId)).id)

  return {
    uploadClips: async () => ({
      red: await upload(await recordClip(page, 'red.mp4', COLOURS.red, H264)),
      green: await upload(await recordClip(page, 'green.webm', COLOURS.green, VP9)),
      blue: await upload(await recordClip(page, 'blue.mp4', '#1414c8', H264)),
    }),
    async uploadAgain(colour, bytes = 0) {
      const clip = await recordClip(page, `${colour} again.mp4`, COLOURS[colour], H264)
      return upload({...clip, bytes: padded(clip.bytes, bytes)})
    },
    uploadUnplayable: () => upload({name: 'empty.mp4', mimeType: 'video/mp4', bytes: mp4()}),
    async damageFile(assetId) {
      const path = await pathOf(assetId)
      const bytes = await readFile(path)
      bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1
      await writeFile(path, bytes)
    },
    checksumOf: async assetId => (await fileOf(assetId)).sha256,
    removeFile: async assetId => rm(await pathOf(assetId)),
    async setFallback(assetIds) {
      const [found] = await journey.database.db
        .select({organisationId: device.organisationId})
        .from(device)
        .where(eq(device.id, boiler.id))
      const path = `/api/v0/attribute/organisation/${found?.organisationId}/2/${FALLBACK_ATTRIBUTE}`
      expect((await request.put(path, {data: {json_v: assetIds}})).ok()).toBe(true)
    },
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
      const answer = await request.get(path, {params: {keys: 'played', startTs: 0, endTs: journey.now() + 60_000}})
      const [{values}] = series.parse(await answer.json())
      return values.map(({ts, json_v}) => ({...json_v, ts})).sort((one, other) => one.ts - other.ts)
    },
  }
}

const COLOURS = {red: '#c81414', green: '#14c814'} as const

const report = z.object({json_v: z.record(z.string(), z.unknown())})
const played = z.object({assetId: z.string(), whole: z.boolean()})
const series = z.tuple([z.object({values: z.array(z.object({ts: z.number(), json_v: played}))})])
