/** Names the access token that all tabs of this browser share, because scripts can't read the token in its cookie. */
export interface AccessTokenMark {
  read(): string
  /** Must be called when a new token has come. */
  advance(): void
}

export function createAccessTokenMark(storage: KeyValueStorage): AccessTokenMark {
  return {
    read: () => storage.getItem(KEY) ?? '',
    advance: () => storage.setItem(KEY, `${Date.now()}-${Math.random().toString(36).slice(2)}`),
  }
}

const KEY = 'pulsewall.accessToken'

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** When the browser denies its storage, each tab has a storage of its own. */
export function browserStorage(): KeyValueStorage {
  try {
    window.localStorage.setItem(PROBE_KEY, '')
    window.localStorage.removeItem(PROBE_KEY)
    return window.localStorage
  } catch {
    return memoryStorage()
  }
}

const PROBE_KEY = 'pulsewall.probe'

export function memoryStorage(): KeyValueStorage {
  const items = new Map<string, string>()
  return {
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => {
      items.set(key, value)
    },
    removeItem: key => {
      items.delete(key)
    },
  }
}
