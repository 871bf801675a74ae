/** The service worker takes its rules from this layer alone. */
export {type ByteRange, byteRange} from '../../../contract/rules/byteRange'

/** The address of the player's page, and the files that its service worker caches for it. */
export const PLAYER_PATH = '/player'
export const WORKER_PATH = '/playerWorker.js'

/** The service worker answers below it with cached files, by their SHA-256. */
export const FILES_PATH = `${PLAYER_PATH}/files/`
export const FILES_CACHE = 'pulsewall.player.files'

/** The page itself, its scripts, styles and typefaces. */
export const PAGE_CACHE = 'pulsewall.player.page'

/**
 * A file is stored in parts of this size, so that its first bytes can be read without the rest. The last part may be
 * shorter.
 */
export const PART_BYTES = 4 * 1024 * 1024

export const PARTS_PATH = `${PLAYER_PATH}/parts/`
export const partAddress = (sha256: string, index: number): string => `${PARTS_PATH}${sha256}/${index}`

/** The URL of a stored file. The cache has its type and length once all its parts are there and right. */
export const storedFileUrl = (sha256: string): string => `${FILES_PATH}${sha256}`
