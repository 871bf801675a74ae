import {Worker} from 'node:worker_threads'

/** Finds the SHA-256 of files in a thread of its own, also while they are being written. */
export interface Hashing {
  follow(path: string): FollowedFile
}

export interface FollowedFile {
  /** Hashes the written bytes of the file while the rest is on its way. */
  grownTo(bytes: number): void
  /** The hash in hex of the first `bytes` bytes. */
  digest(bytes: number): Promise<string>
  /** Must be called at the end, whatever happened. */
  release(): void
}

/** A message to `hashThread.mjs`. */
interface Task {
  task: 'follow' | 'grownTo' | 'digest' | 'release'
  path?: string
  bytes?: number
}

interface Answer {
  id: number
  digest: string | null
  error: Error
}

/** The least number of bytes to hash at once, as long as more is coming. */
const STEP_BYTES = 4 * 1024 * 1024

interface Thread {
  worker: Worker
  waiting: Map<number, (answer: Answer) => void>
  /** The reason why it has ended. */
  failure?: Error
}

const CODE = new URL('hashThread.mjs', import.meta.url)

/**
 * Hashes all files in one thread, which is started with the first of them. When it fails, as without memory, so do the
 * files that it follows, and not the server; the next file gets another one.
 */
export function createHashing(code = CODE): Hashing {
  let thread: Thread | undefined
  let lastId = 0

  function open(): Thread {
    const opened: Thread = {worker: new Worker(code), waiting: new Map()}
    opened.worker.on('message', (answer: Answer) => opened.waiting.get(answer.id)?.(answer))
    opened.worker.on('error', error => {
      opened.failure = error
      if (thread === opened) thread = undefined
      for (const [id, settle] of opened.waiting) settle({id, digest: null, error})
    })
    opened.worker.unref()
    return opened
  }

  return {
    follow(path) {
      thread ??= open()
      const own = thread
      const id = ++lastId
      const send = (task: Task) => own.worker.postMessage({id, ...task})
      let reported = 0
      send({task: 'follow', path})
      return {
        grownTo(bytes) {
          if (bytes - reported < STEP_BYTES) return
          reported = bytes
          send({task: 'grownTo', bytes})
        },
        digest: bytes =>
          new Promise((resolve, reject) => {
            if (own.failure !== undefined) return reject(own.failure)
            own.waiting.set(id, ({digest, error}) => (digest === null ? reject(error) : resolve(digest)))
            send({task: 'digest', bytes})
          }),
        release() {
          own.waiting.delete(id)
          send({task: 'release'})
        },
      }
    },
  }
}
