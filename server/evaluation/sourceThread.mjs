import {workerData} from 'node:worker_threads'
import {register} from 'tsx/esm/api'

// Plain JavaScript, as Node reads no TypeScript before tsx is registered in the thread.

register()
await import(workerData.code)
