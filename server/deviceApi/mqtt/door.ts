import {type AddressInfo, createServer, type Server, type Socket} from 'node:net'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Log} from '../../log/log'
import type {Cancel, Scheduler} from '../../scheduler'

/** A port by which connections come in. It is tried again and again while it can't be opened. */
export interface Door {
  /** Resolves after the first try. */
  open(): Promise<void>
  /** Undefined while it isn't open. */
  port(): number | undefined
  /** The reason why it can't be opened, as a sentence. */
  trouble(): string | undefined
  close(): void
}

export interface DoorOptions {
  host: string
  /** 0 is any that is free. */
  port: number
  /** The protocol of the door. */
  how: string
  /** Resolves to what serves a connection. */
  prepare: () => Promise<(socket: Socket) => void>
  onOpen?: ((port: number) => void) | undefined
  scheduler: Pick<Scheduler, 'after'>
  log: Pick<Log, 'info' | 'warn'>
}

const AGAIN_AFTER: Milliseconds = 5000
/** The system finds out when a client without a keep alive has vanished. */
const SOCKETS = {noDelay: true, keepAlive: true, keepAliveInitialDelay: 300_000}

export function createDoor({host, port, how, prepare, onOpen, scheduler, log}: DoorOptions): Door {
  let server: Server | undefined
  let opened: number | undefined
  let trouble: string | undefined
  let stopWaiting: Cancel = () => {}
  let isClosed = false

  async function open() {
    try {
      const listening = await listen(createServer(SOCKETS, await prepare()), host, port)
      if (isClosed) return void listening.server.close()
      ;({server, port: opened} = listening)
      server.on('error', err => log.warn({err}, `The port of ${how} failed`))
      trouble = undefined
      log.info(`Devices connect by ${how} at ${host}, port ${opened}`)
      onOpen?.(opened)
    } catch (error) {
      report(`Devices can't connect by ${how}: ${explain(error)}`)
      if (!isClosed) stopWaiting = scheduler.after(AGAIN_AFTER, open)
    }
  }

  function report(sentence: string) {
    if (sentence !== trouble) log.warn(sentence)
    trouble = sentence
  }

  function explain(error: unknown): string {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') return `something else listens on ${host}, port ${port}.`
    return error instanceof Error ? error.message : String(error)
  }

  return {
    open,
    port: () => opened,
    trouble: () => trouble,
    close() {
      isClosed = true
      stopWaiting()
      server?.close()
    },
  }
}

function listen(server: Server, host: string, port: number): Promise<{server: Server; port: number}> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve({server, port: portOf(server.address())})
    })
  })
}

const portOf = (address: AddressInfo | string | null) =>
  typeof address === 'object' && address !== null ? address.port : 0
