import {io, type Socket} from 'socket.io-client'
import * as z from 'zod/mini'
import {LIVE_DEVICES_PER_MESSAGE, LIVE_SUBSCRIPTION_DEVICES} from '../../../contract/limits'
import {plainValue} from '../../../contract/rules/series/point'
import type {Milliseconds} from '../../../contract/wire/common'
import {type InClientNames, inClientNames} from '../../../contract/wire/names'
import {
  type ClientToServerEvents,
  type LiveAttribute,
  type LiveTelemetry,
  liveAttribute,
  liveDevices,
  liveTelemetry,
  type ServerToClientEvents,
  subscribeAnswer,
} from '../../../contract/wire/telemetry/live'
import {liveUnusual} from '../../../contract/wire/telemetry/usual'
import type {
  AttributeUpdate,
  LiveSocket,
  LiveSocketHandlers,
  OpenLiveSocket,
  Pace,
  Watched,
} from '../../domain/telemetry/readings/live'
import type {TelemetryUpdate} from '../../domain/telemetry/readings/update'
import {readBatch} from '../anyServer'
import {attributeJson} from '../attributeJson'
import {entryFrom} from './devices'
import {unusualFrom} from './usual'

export interface LiveSocketOptions {
  /** The origin of the API; an empty text means the page's own. */
  apiBase: string
  /** Only for runtimes other than a browser, which sends its cookies by itself. */
  headers?: Record<string, string>
}

/** Opens sockets to one server. None reconnects by itself: `machines/link.ts` decides when to try again. */
export function createLiveSockets(options: LiveSocketOptions): OpenLiveSocket {
  return handlers => {
    const listener = onceEnded(handlers)
    const socket = connect(options, listener)

    return {
      subscribe: (watched, pace) => subscribe(socket, watched, pace),
      async watchAlarms(read) {
        socket.off('alarms').on('alarms', batch => listener.alarms(read(batch)))
        socket.off('alarmsMoved').on('alarmsMoved', listener.alarmsMoved)
        await askForAlarms(socket)
      },
      async watchStatistics(watch) {
        socket.off('statistics').on('statistics', payload => {
          const pushed = watch?.read(payload)
          if (pushed !== undefined) listener.statistics(pushed)
        })
        const series = watch === null ? [] : [{device_id: watch.deviceId, key: watch.key, time_zone: watch.zone}]
        // Whatever the answer is, nothing more can be done than to ask for what is not pushed.
        socket.emit('watchStatistics', {series}, () => {})
      },
      close() {
        listener.silence()
        socket.disconnect()
      },
    } satisfies LiveSocket
  }
}

type TelemetrySocket = Socket<ServerToClientEvents, ClientToServerEvents>

function connect({apiBase, headers}: LiveSocketOptions, listener: Listener): TelemetrySocket {
  const socket: TelemetrySocket = io(apiBase, {
    withCredentials: true,
    reconnection: false,
    forceNew: true,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    timeout: HANDSHAKE_PATIENCE,
    ...(headers === undefined ? {} : {extraHeaders: headers}),
  })
  socket.on('connect', listener.opened)
  socket.on('disconnect', listener.closed)
  socket.on('connect_error', error => notifyRefusal(listener, error))
  socket.on('sessionEnded', listener.sessionEnded)
  socket.on('telemetry', batch => listener.telemetry(readBatch(batch, liveTelemetry, updateFrom)))
  socket.on('devices', payload => {
    const {success, data} = liveDevices.safeParse(payload)
    if (!success) return
    const {devices, gone} = inClientNames(liveDevices, data)
    listener.devices({devices: devices.map(entryFrom), goneIds: gone, isAll: false})
  })
  socket.on('keySettingsChanged', listener.keySettingsChanged)
  socket.on('unusual', batch => listener.unusual(readBatch(batch, liveUnusual, unusualFrom)))
  socket.on('attributes', batch => listener.attributes(readBatch(batch, liveAttribute, attributeUpdateFrom)))
  return socket
}

const HANDSHAKE_PATIENCE: Milliseconds = 10_000
const ANSWER_PATIENCE: Milliseconds = 5000

/** Sends as many messages as the list needs. The refused ids include those beyond what one socket takes. */
async function subscribe(socket: TelemetrySocket, watched: Watched, pace: Pace): Promise<readonly string[]> {
  const paced = pace === 'steady' ? {is_paced: true} : {}
  const patient = socket.timeout(ANSWER_PATIENCE)
  if ('organisationId' in watched) {
    const ofOne = watched.organisationId === null ? {} : {organisation_id: watched.organisationId}
    return refusedBy(await patient.emitWithAck('subscribeReach', {...ofOne, ...paced}))
  }
  const deviceIds = watched
  const refused = [...deviceIds.slice(LIVE_SUBSCRIPTION_DEVICES)]
  let start = 0
  do {
    const end = Math.min(start + LIVE_DEVICES_PER_MESSAGE, LIVE_SUBSCRIPTION_DEVICES)
    const list = {device_ids: deviceIds.slice(start, end), continues: start > 0, ...paced}
    refused.push(...refusedBy(await patient.emitWithAck('subscribe', list)))
    start = end
  } while (start < Math.min(deviceIds.length, LIVE_SUBSCRIPTION_DEVICES))
  return refused
}

function refusedBy(answer: unknown): readonly string[] {
  const {success, data} = subscribeAnswer.safeParse(answer)
  if (!success) throw new Error('subscribe was answered in an unexpected shape')
  if ('message' in data) throw new Error(data.message)
  return data.refused
}

async function askForAlarms(socket: TelemetrySocket): Promise<void> {
  const {message} = await socket.timeout(ANSWER_PATIENCE).emitWithAck('watchAlarms')
  if (message !== undefined) throw new Error(String(message))
}

const updateFrom = ({deviceId, receivedAt, points}: InClientNames<LiveTelemetry>): TelemetryUpdate => ({
  deviceId,
  receivedAt,
  points: points.map(({key, ts, ...typed}) => ({key, ts, value: plainValue(typed)})),
})

function attributeUpdateFrom(live: InClientNames<LiveAttribute>): AttributeUpdate {
  if ('deleted' in live) {
    const {entityId, attributeType, attributeKey, at} = live.deleted
    return {deviceId: entityId, scope: attributeType, key: attributeKey, value: undefined, version: null, at}
  }
  const {entityId, attributeType, attributeKey, lastUpdateTs, version} = live.written
  return {
    deviceId: entityId,
    scope: attributeType,
    key: attributeKey,
    value: attributeJson(live.written),
    version: version ?? null,
    at: lastUpdateTs,
  }
}

interface Listener extends LiveSocketHandlers {
  silence(): void
}

/** socket.io may report one end several times, and report more after the socket was closed. */
function onceEnded(handlers: LiveSocketHandlers): Listener {
  let hasEnded = false
  const end = (notify: () => void) => {
    if (hasEnded) return
    hasEnded = true
    notify()
  }
  const whileOpen = (notify: () => void) => {
    if (!hasEnded) notify()
  }
  return {
    opened: () => whileOpen(handlers.opened),
    telemetry: updates => whileOpen(() => handlers.telemetry(updates)),
    attributes: payload => whileOpen(() => handlers.attributes(payload)),
    alarms: changed => whileOpen(() => handlers.alarms(changed)),
    alarmsMoved: () => whileOpen(handlers.alarmsMoved),
    statistics: pushed => whileOpen(() => handlers.statistics(pushed)),
    devices: payload => whileOpen(() => handlers.devices(payload)),
    keySettingsChanged: () => whileOpen(handlers.keySettingsChanged),
    unusual: changes => whileOpen(() => handlers.unusual(changes)),
    sessionEnded: () => whileOpen(handlers.sessionEnded),
    closed: () => end(handlers.closed),
    rejected: () => end(handlers.rejected),
    crowded: () => end(handlers.crowded),
    silence: () => end(() => {}),
  }
}

/** Browsers don't tell why a WebSocket was refused, so the reason is read from the polling request that follows it. */
function notifyRefusal(listener: Listener, error: Error) {
  const {data} = refusal.safeParse(error)
  const answer = data?.context.responseText ?? ''
  if (answer.includes('"unauthorized"')) return listener.rejected()
  return answer.includes('"crowded"') ? listener.crowded() : listener.closed()
}

const refusal = z.object({context: z.object({responseText: z.string()})})
