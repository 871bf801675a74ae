import {mkdir, open, opendir, rename, rm, stat} from 'node:fs/promises'
import {join} from 'node:path'
import {ifMissing} from './missing'
import type {FileStore} from './store'
import {flush} from './writing'

/** Stores files in a folder. It must be on the same file system as the files that it takes over. */
export function createLocalStore(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, name)
  return {
    async take(path, name) {
      await mkdir(folder, {recursive: true})
      await flush(path)
      await rename(path, pathOf(name))
      await flush(folder)
    },

    async read(name, range) {
      const file = await open(pathOf(name)).catch(ifMissing(undefined))
      return file?.createReadStream({...range, highWaterMark: READ_BYTES})
    },

    remove: name => rm(pathOf(name), {force: true}),

    async *list() {
      const entries = await opendir(folder).catch(ifMissing([]))
      for await (const entry of entries) {
        const found = entry.isFile() ? await stat(pathOf(entry.name)).catch(ifMissing(undefined)) : undefined
        if (found !== undefined) yield {name: entry.name, bytes: found.size, storedAt: found.mtimeMs}
      }
    },
  }
}

const READ_BYTES = 256 * 1024
