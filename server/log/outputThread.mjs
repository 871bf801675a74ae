import {writeSync} from 'node:fs'
import {parentPort} from 'node:worker_threads'

// The thread of `standardOutput.ts`. It is plain JavaScript, so that it starts without anything that reads TypeScript.

const STANDARD_OUTPUT = 1
const PAUSE_MILLISECONDS = 20
const never = new Int32Array(new SharedArrayBuffer(4))

parentPort.on('message', text => {
  try {
    writeWhole(Buffer.from(text))
    parentPort.postMessage(null)
  } catch (error) {
    parentPort.postMessage(error.code)
  }
})

function writeWhole(bytes) {
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(STANDARD_OUTPUT, bytes, written)
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
      Atomics.wait(never, 0, 0, PAUSE_MILLISECONDS)
    }
  }
}
