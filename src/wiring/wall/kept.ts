import {type Kept, keptFrom} from '../../domain/wall/reloads'
import {memoryStorage} from '../session/accessTokenMark'

/** What a wall keeps over a reload of its page, for as long as its tab is open. */
export interface KeptStore {
  read(): Kept
  write(change: Partial<Kept>): void
}

export function createKeptStore(): KeptStore {
  const storage = tabStorage()
  const read = () => keptFrom(storage.getItem(KEY))
  return {
    read,
    write: change => storage.setItem(KEY, JSON.stringify({...read(), ...change})),
  }
}

const KEY = 'pulsewall.kiosk'

/** When the browser denies its storage, a reloaded wall begins with its first page. */
function tabStorage() {
  try {
    return window.sessionStorage
  } catch {
    return memoryStorage()
  }
}
