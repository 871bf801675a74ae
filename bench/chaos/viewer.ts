import {setTimeout as delay} from 'node:timers/promises'
import {io, type Socket} from 'socket.io-client'
import type {LiveTelemetry} from '../../contract/wire/telemetry/live'
import type {Session} from '../support/session'
import {SEQUENCE_KEY} from './fleet'

/** A browser that watches all devices, and comes back whenever its socket ends. */
export interface Viewer {
  /** The time of the newest value that was pushed, by the clock of its device. */
  newest(): number
  stop(): void
}

const PAUSE = 500

export function startViewer(session: Session, deviceIds: readonly string[]): Viewer {
  let newest = 0
  let socket: Socket | undefined
  let isStopped = false

  async function connect() {
    const cookie = await session.cookie()
    const opened = io(session.origin, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: {cookie},
    })
    socket = opened
    opened.on('telemetry', (batch: LiveTelemetry[]) => {
      for (const {points} of batch)
        for (const {key, ts} of points) if (key === SEQUENCE_KEY) newest = Math.max(newest, ts)
    })
    opened.on('connect', () => opened.emit('subscribe', {device_ids: deviceIds}, () => {}))
    await new Promise<void>(resolve => {
      opened.on('connect_error', () => resolve())
      opened.on('disconnect', () => resolve())
    })
    opened.close()
  }

  async function run() {
    while (!isStopped) {
      await connect().catch(() => {})
      await delay(PAUSE)
    }
  }

  void run()
  return {
    newest: () => newest,
    stop() {
      isStopped = true
      socket?.close()
    },
  }
}
