import {createHash} from 'node:crypto'
import {copyFile, readFile} from 'node:fs/promises'
import {join} from 'node:path'
import {uuidv7} from 'uuidv7'
import type {EpochMs} from '../../../contract/wire/common'
import type {Files} from '../../files/openFiles'
import {LUMEN_MEDIA} from './organisations'

const FOLDER = join(import.meta.dirname, '../videos')

interface DemoFile {
  id: string
  name: string
  contentType: string
}

export interface DemoVideo extends DemoFile {
  seconds: number
  thumbnail: DemoFile
}

const video = (number: number, name: string, seconds: number, extension: 'mp4' | 'webm' = 'mp4'): DemoVideo => ({
  id: `01977a00-0000-7000-8000-0000000000e${number}`,
  name: `${name}.${extension}`,
  contentType: `video/${extension}`,
  seconds,
  thumbnail: {
    id: `01977a00-0000-7000-8000-0000000000f${number}`,
    name: `${name}.jpg`,
    contentType: 'image/jpeg',
  },
})

/** Recorded by `scripts/makeClips.mjs`. */
export const HARBOUR_LIGHTS = video(1, 'harbour-lights', 6)
export const SPRING_SALE = video(2, 'spring-sale', 5)
export const DEPARTURES = video(3, 'departures', 8)
export const CITY_RUN = video(4, 'city-run', 4)
export const COFFEE_HOUR = video(5, 'coffee-hour', 6, 'webm')
export const DEMO_VIDEOS = [HARBOUR_LIGHTS, SPRING_SALE, DEPARTURES, CITY_RUN, COFFEE_HOUR]

const asset = {organisationId: LUMEN_MEDIA, type: 'digital_asset'}
export const DEMO_VIDEO_ASSETS = DEMO_VIDEOS.flatMap(({id, name, thumbnail}) => [
  {...asset, id, name, label: 'video_asset'},
  {...asset, id: thumbnail.id, name: thumbnail.name, label: 'thumbnail', parentId: id},
])

/** Puts the videos and thumbnails of the demo among the stored files, and resolves to the rows of their files. */
export async function storeDemoFiles({store, incoming}: Pick<Files, 'store' | 'incoming'>, now: EpochMs) {
  const files = DEMO_VIDEOS.flatMap(({seconds, thumbnail, ...file}) => [
    {...file, duration: seconds * 1000},
    {...thumbnail, duration: null},
  ])
  return Promise.all(
    files.map(async ({id: assetId, name, contentType, duration}) => {
      const bytes = await readFile(join(FOLDER, name))
      const arriving = await incoming.open(bytes.length)
      const id = uuidv7()
      await copyFile(join(FOLDER, name), arriving)
      await store.take(arriving, id)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const stored = {id, assetId, organisationId: LUMEN_MEDIA, originalName: name, size: bytes.length}
      return {...stored, sha256, contentType, duration, createdAt: now}
    }),
  )
}
