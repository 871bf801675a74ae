import {rm} from 'node:fs/promises'
import type {Evaluate} from '../evaluation/evaluations'
import {TooCostly} from '../evaluation/evaluations'
import type {Incoming} from '../files/incoming'
import type {FileStore} from '../files/store'
import {writeFile} from '../files/writing'
import {type Container, type readContainer, UNREADABLE} from './container'
import type {DigitalAsset, DigitalAssetRepository} from './repository'

interface FactsOptions {
  files: DigitalAssetRepository
  store: FileStore
  incoming: Incoming
  readContainer: Evaluate<typeof readContainer>
}

export interface FactsReader {
  /** Throws when it cannot be read at present. */
  read(organisationId: string | null, path: string): Promise<Container>
  /** Reads the facts of stored videos that have none yet, one after the other, until it is aborted. */
  readMissing(signal: AbortSignal): Promise<void>
}

const FILES_PER_BATCH = 100

export function createFactsReader({files, store, incoming, readContainer}: FactsOptions): FactsReader {
  const read: FactsReader['read'] = (organisationId, path) =>
    readContainer(organisationId ?? '', {path}).catch(error => {
      if (error instanceof TooCostly) return UNREADABLE
      throw error
    })

  /** Undefined for a file that is missing. */
  async function readStored({id, size, organisationId}: DigitalAsset): Promise<Container | undefined> {
    const here = store.pathOf?.(id)
    if (here !== undefined) return read(organisationId, here)
    const bytes = await store.read(id)
    if (bytes === undefined) return undefined
    const path = await incoming.open(size)
    try {
      await writeFile(path, {flags: 'wx'}, bytes)
      return await read(organisationId, path)
    } finally {
      await rm(path, {force: true})
    }
  }

  return {
    read,
    async readMissing(signal) {
      let batch = await files.withoutFacts(null, FILES_PER_BATCH)
      while (batch.length > 0) {
        for (const file of batch) {
          if (signal.aborted) return
          const container = await readStored(file)
          if (container !== undefined) await files.setFacts(file.id, container)
        }
        batch = await files.withoutFacts(batch.at(-1)?.id ?? null, FILES_PER_BATCH)
      }
    },
  }
}
