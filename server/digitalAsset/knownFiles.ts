import type {EpochMs} from '../../contract/wire/common'
import type {DigitalAsset, DigitalAssetRepository} from './repository'

const SECOND = 1000
const REMEMBERED_FOR = 5 * SECOND
const REMEMBERED_FILES = 10_000

export interface KnownFiles {
  /** May still know the file of an asset that was deleted a few seconds ago. */
  find(assetId: string): Promise<DigitalAsset | undefined>
  /** Asks the database, for when the file turns out to be removed. */
  findAgain(assetId: string): Promise<DigitalAsset | undefined>
}

/**
 * Caches the rows of files, because a player reads a file by many ranges, and many players read the same. The content
 * of a row about its file never changes.
 */
export function createKnownFiles({find}: Pick<DigitalAssetRepository, 'find'>, now: () => EpochMs): KnownFiles {
  const remembered = new Map<string, {file: DigitalAsset; until: EpochMs}>()

  async function findAgain(assetId: string) {
    remembered.delete(assetId)
    const file = await find(assetId)
    if (file === undefined) return undefined
    if (remembered.size >= REMEMBERED_FILES) remembered.clear()
    remembered.set(assetId, {file, until: now() + REMEMBERED_FOR})
    return file
  }

  return {
    async find(assetId) {
      const known = remembered.get(assetId)
      return known !== undefined && now() < known.until ? known.file : findAgain(assetId)
    },
    findAgain,
  }
}
