import {createHash} from 'node:crypto'
import {closeSync, openSync, readSync} from 'node:fs'
import {parentPort} from 'node:worker_threads'

// The thread of `hashing.ts`. It is plain JavaScript, so that it starts without anything that reads TypeScript.

const part = Buffer.allocUnsafe(1024 * 1024)
const files = new Map()

const tasks = {
  follow: (id, {path}) => files.set(id, {path, hash: createHash('sha256'), hashed: 0}),
  grownTo: (id, {bytes}) => hashUpTo(files.get(id), bytes),
  digest(id, {bytes}) {
    const file = files.get(id)
    hashUpTo(file, bytes)
    parentPort.postMessage({id, digest: file.hash.digest('hex')})
  },
  release(id) {
    const {descriptor} = files.get(id)
    if (descriptor !== undefined) closeSync(descriptor)
    files.delete(id)
  },
}

parentPort.on('message', ({id, task, ...what}) => {
  try {
    tasks[task](id, what)
  } catch (error) {
    // The caller gets this error. Before, a file may be gone because its sender is.
    if (task === 'digest') parentPort.postMessage({id, digest: null, error})
  }
})

function hashUpTo(file, bytes) {
  file.descriptor ??= openSync(file.path)
  while (file.hashed < bytes) {
    const read = readSync(file.descriptor, part, 0, Math.min(part.length, bytes - file.hashed), file.hashed)
    if (read === 0) throw new Error('The file is shorter than it was said to be')
    file.hash.update(part.subarray(0, read))
    file.hashed += read
  }
}
