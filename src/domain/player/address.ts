/** Where the player's page is, and what its service worker keeps for it. */
export const PLAYER_PATH = '/player'
export const WORKER_PATH = '/playerWorker.js'

/** Below it the service worker answers with kept files, by their SHA-256. */
export const FILES_PATH = `${PLAYER_PATH}/files/`
export const FILES_CACHE = 'pulsewall.player.files'

/** The page itself, its scripts, styles and typefaces. */
export const PAGE_CACHE = 'pulsewall.player.page'

/** Parts of files that were not fetched to their end. */
export const PARTS_PATH = `${PLAYER_PATH}/parts/`

export const keptAddress = (sha256: string): string => `${FILES_PATH}${sha256}`
