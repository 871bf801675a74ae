import {setTimeout as delay} from 'node:timers/promises'
import {connectDevice} from '../support/deviceConnection'
import type {BenchDevice} from '../support/world'
import {FIRST_VALUE, type Message} from './judge'

/** The values of this key are evaluated; the other key swings through its thresholds. */
export const SOAK_KEY = 'k0'
export const SWINGING_KEY = 'load'

/** Each device sends at this period. */
export const PERIOD = 3000

export interface Fleet {
  /** All messages of a device, the oldest first. */
  messagesOf(id: string): readonly Message[]
  /** Makes a device send nothing, or send again. */
  setSilent(id: string, isSilent: boolean): void
  isSilent(id: string): boolean
  stop(): Promise<void>
}

/** Simulated devices, which send straight to the server, each with a connection of its own. */
export function startFleet(port: number, devices: readonly BenchDevice[]): Fleet {
  const messages = new Map<string, Message[]>(devices.map(({id}) => [id, []]))
  const silent = new Set<string>()
  const startedAt = Date.now()
  let isStopped = false

  async function run({id, token}: BenchDevice, place: number) {
    const sent = messages.get(id) ?? []
    const connection = connectDevice(port, token)
    const first = startedAt + (PERIOD * place) / devices.length
    for (let turn = 0; !isStopped; turn++) {
      await delay(Math.max(0, first + turn * PERIOD - Date.now()))
      if (silent.has(id)) continue
      const message: Message = {sentAt: Date.now(), endedAt: null, isAcknowledged: false}
      const load = 50 + 45 * Math.sin(turn / 20 + place)
      const body = JSON.stringify({[SOAK_KEY]: FIRST_VALUE + sent.length, [SWINGING_KEY]: Number(load.toFixed(2))})
      sent.push(message)
      message.isAcknowledged = (await connection.post(body)) === 200
      message.endedAt = Date.now()
    }
    connection.close()
  }

  const running = devices.map(run)
  return {
    messagesOf: id => messages.get(id) ?? [],
    setSilent: (id, isSilent) => void (isSilent ? silent.add(id) : silent.delete(id)),
    isSilent: id => silent.has(id),
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}
