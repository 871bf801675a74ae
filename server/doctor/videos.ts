import {join} from 'node:path'
import type pg from 'pg'
import type {Environment} from '../environment'
import {openFiles} from '../files/openFiles'
import {type Finding, ok, wrong} from './finding'

interface Video {
  id: string
  size: number
}

/** Whether the files of all videos are in the store, and whole. */
export async function lookAtVideos(client: pg.Client, {dataDir, files}: Environment): Promise<Finding[]> {
  const videos = await readVideos(client)
  const {store} = await openFiles({folder: join(dataDir, 'assets'), ...files})
  const stored = new Map<string, number>()
  for await (const {name, bytes} of store.list()) stored.set(name, bytes)
  const spoilt = videos.filter(({id, size}) => stored.get(id) !== size)
  // Some may have been deleted while they were compared.
  const still = new Set(spoilt.length > 0 ? (await readVideos(client)).map(({id}) => id) : [])
  const found = spoilt.filter(({id}) => still.has(id)).map(({id, size}) => explain(id, size, stored.get(id)))
  return found.length > 0 ? found : [ok(`The files of all ${videos.length} videos are there.`)]
}

function explain(id: string, size: number, bytes: number | undefined): Finding {
  const fault = bytes === undefined ? 'is missing' : `has ${bytes} bytes, and not ${size}`
  return wrong(`The file ${id} of a video ${fault}: upload the video again, or restore a backup into a new folder.`)
}

async function readVideos(client: pg.Client): Promise<Video[]> {
  const {rows} = await client.query<Video>(
    'select id::text, size::float8 from digital_asset where asset_id is not null order by id',
  )
  return rows
}
