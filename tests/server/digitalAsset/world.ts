import {readdir, rm} from 'node:fs/promises'
import {join} from 'node:path'
import type {LightMyRequestResponse} from 'fastify'
import {asset, digitalAsset} from '../../../server/database/schema/asset'
import {signIn, type TestAppOptions} from '../../support/app'
import {formOf, mp4} from '../../support/video'
import {createWorld, type World} from '../../support/world'

type Fields = Parameters<typeof formOf>[0]

export interface FileWorld extends World {
  /** Uploads as the organisation's admin by default. */
  upload(fields?: Fields, who?: 'plant' | 'noc' | 'admin' | 'customer'): Promise<LightMyRequestResponse>
  /** Without any asset or file. */
  empty(): Promise<void>
  /** The names of what lies in the folders of files. */
  stored(): Promise<string[]>
  arriving(): Promise<string[]>
}

/** A sweep that reads no containers. */
export const NO_FACTS = {readMissing: async () => {}}
export const SPECIFIED = {label: 'video_asset', type: 'digital_asset'}
export const video = (name = 'opening.mp4', bytes = mp4()) => ({name, bytes})

export async function createFileWorld(options: TestAppOptions = {}): Promise<FileWorld> {
  const world = await createWorld(options)
  const {folder} = world
  const namesIn = (name: string) => readdir(join(folder, name)).catch(() => [])
  return {
    ...world,
    async upload(fields = {file: video(), ...SPECIFIED}, who = 'plant') {
      const cookies = await signIn(world.app, `${who}@t.test`)
      return world.app.inject({method: 'POST', url: '/api/v0/digitalAssets/upload', cookies, ...formOf(fields)})
    },
    async empty() {
      await world.database.db.delete(digitalAsset)
      await world.database.db.delete(asset)
      await rm(folder, {recursive: true, force: true})
    },
    stored: () => namesIn('stored'),
    arriving: () => namesIn('incoming'),
  }
}
