import {Worker} from 'node:worker_threads'

/** Finds the SHA-256 of files in a thread of its own, also while they are being written. */
export interface Hashing {
  follow(path: string): FollowedFile
}

export interface FollowedFile {
  /** So many bytes of the file are written. They are hashed while the rest is on its way. */
  grownTo(bytes: number): void
  /** The hash in hex of the first `bytes` bytes. */
  digest(bytes: number): Promise<string>
  /** Has to be called at the end, whatever happened. */
  letGo(): void
}

/** What `hashThread.mjs` is sent. */
interface Task {
  task: 'follow' | 'grownTo' | 'digest' | 'letGo'
  path?: string
  bytes?: number
}

interface Answer {
  id: number
  digest: string | null
  error: Error
}

/** How much is hashed at once at least, as long as more is coming. */
const STEP_BYTES = 4 * 1024 * 1024

/** One thread is enough for all files. It is started with the first of them. */
export function createHashing(): Hashing {
  const waiting = new Map<number, (answer: Answer) => void>()
  let thread: Worker | undefined
  let lastId = 0

  function open(): Worker {
    const opened = new Worker(new URL('hashThread.mjs', import.meta.url))
    opened.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer))
    opened.unref()
    return opened
  }

  return {
    follow(path) {
      thread ??= open()
      const worker = thread
      const id = ++lastId
      const send = (task: Task) => worker.postMessage({id, ...task})
      let told = 0
      send({task: 'follow', path})
      return {
        grownTo(bytes) {
          if (bytes - told < STEP_BYTES) return
          told = bytes
          send({task: 'grownTo', bytes})
        },
        digest: bytes =>
          new Promise((resolve, reject) => {
            waiting.set(id, ({digest, error}) => (digest === null ? reject(error) : resolve(digest)))
            send({task: 'digest', bytes})
          }),
        letGo() {
          waiting.delete(id)
          send({task: 'letGo'})
        },
      }
    },
  }
}
