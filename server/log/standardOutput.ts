import {Writable} from 'node:stream'
import {Worker} from 'node:worker_threads'

const CODE = new URL('outputThread.mjs', import.meta.url)

/**
 * Standard output, written by a thread of its own. Whether writing to a pipe waits for its reader is a flag of the pipe,
 * not of the process: another process that has the same pipe, as standard error or from the same shell, sets it at any
 * time. So no write from the thread of the server is safe, and `process.stdout` is none of this.
 */
export function openStandardOutput(): Writable {
  const worker = new Worker(CODE, {execArgv: []})
  worker.unref()
  let settle: (error?: Error | null) => void = () => {}
  worker.on('message', (code: string | null) => settle(code === null ? null : new Error(code)))
  worker.on('error', error => settle(error))
  const send = (text: string, done: typeof settle) => {
    settle = done
    worker.postMessage(text)
  }
  return new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => send(text, done),
    writev: (chunks, done) => send(chunks.map(({chunk}) => chunk).join(''), done),
  })
}
