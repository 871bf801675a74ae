import type {Milliseconds} from '../../contract/wire/common'
import {percentile} from '../support/statistics'

/** The events of a while. */
export interface Figures {
  /** The latency of each acknowledged message, ms. */
  latencies: number[]
  /** The number of refusals by the names of their statuses. */
  refused: Map<string, number>
  reconnects: number
}

export interface Connected {
  http: number
  mqtt: number
  /** Devices that have given up, because the server will never accept their messages. */
  gone: number
}

export const noFigures = (): Figures => ({latencies: [], refused: new Map(), reconnects: 0})

export function count(refused: Map<string, number>, name: string, more = 1): void {
  refused.set(name, (refused.get(name) ?? 0) + more)
}

export function lineOf({latencies, refused, reconnects}: Figures, connected: Connected, lasted: Milliseconds): string {
  const acknowledged = `${inFull((latencies.length * 1000) / lasted)} messages/s acknowledged`
  const {http, mqtt, gone} = connected
  return [
    `connected ${inFull(http)} by HTTP, ${inFull(mqtt)} by MQTT`,
    latencies.length === 0 ? acknowledged : `${acknowledged}, p50 ${ms(latencies, 0.5)}, p99 ${ms(latencies, 0.99)}`,
    `refused: ${refusedAs(refused)}`,
    `reconnects: ${inFull(reconnects)}`,
    ...(gone === 0 ? [] : [`given up: ${inFull(gone)}`]),
  ].join('; ')
}

/** Such as `2 × 429, 1 × cut`, the most frequent first. */
export function refusedAs(refused: ReadonlyMap<string, number>): string {
  const sorted = [...refused].toSorted(([, one], [, other]) => other - one)
  return sorted.map(([name, times]) => `${inFull(times)} × ${name}`).join(', ') || 'none'
}

const ms = (latencies: readonly number[], share: number) => `${percentile(latencies, share).toFixed(1)} ms`

export const inFull = (number: number) => Math.round(number).toLocaleString('en')
