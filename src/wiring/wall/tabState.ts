import {storedFrom, type TabState} from '../../domain/wall/reloads'
import {memoryStorage} from '../accessTokenMark'

/** State that a wall stores across reloads of its page, for as long as its tab is open. */
export interface TabStateStore {
  read(): TabState
  write(change: Partial<TabState>): void
}

export function createTabStateStore(): TabStateStore {
  const storage = tabStorage()
  const read = () => storedFrom(storage.getItem(KEY))
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
