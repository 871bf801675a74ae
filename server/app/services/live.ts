import {ACCESS, accessTo} from '../../access/access'
import {createAllReached, type ReachedAmong} from '../../access/reach'
import type {AlarmRepository} from '../../alarm/repository'
import type {CommandRef} from '../../command/repository'
import {callerOf} from '../../http/network'
import type {Peers} from '../../live/peers'
import {createLiveServer, type LiveServer, noLiveServer} from '../../live/server'
import type {createSharedStatistics} from '../../telemetry/read/sharedStatistics'
import type {ChangeBus} from '../changes'
import type {Settings} from '../options'
import type {WebServer} from '../webServer'
import type {Devices} from './devices'
import type {People} from './people'

type Statistics = ReturnType<typeof createSharedStatistics>

interface LiveOptions extends Pick<People, 'sessions'> {
  alarmRepository: AlarmRepository
  changes: ChangeBus
  devices: Devices
  peers: Peers
  reachedAmong: ReachedAmong
  statistics: Statistics
}

/** Shows browsers what changes. Without additions, changes only reach the devices that wait for them. */
export function createLive(settings: Settings, web: WebServer, options: LiveOptions): LiveServer {
  const {changes, devices} = options
  const live = settings.additions
    ? openSockets(settings, web, options)
    : {
        ...noLiveServer,
        publishAttributes: devices.notifyDevices,
        publishCommand: (changed: CommandRef) => devices.delivery.notify(changed),
        changeTokens: devices.checkTokens,
      }
  changes.on('alarms.changed', live.publishAlarms)
  changes.on('attributes.written', live.publishAttributes)
  changes.on('command.changed', live.publishCommand)
  changes.on('devices.changed', live.recheckDevices)
  changes.on('devices.removed', ids => {
    live.changeTokens(ids)
    return live.recheckDevices(ids)
  })
  changes.on('keySettings.changed', live.changeKeySettings)
  changes.on('maintenance.changed', live.changeMaintenance)
  changes.on('onCall.changed', live.changeMaintenance)
  changes.on('points.stored', live.publish)
  changes.on('reach.changed', live.reconnectUser)
  changes.on('series.judged', live.publishUnusual)
  changes.on('session.ended', live.endSession)
  return live
}

function openSockets(
  {database, now, scheduler, allowedOrigins, furtherAccess, livePingTimeout: pingTimeout}: Settings,
  {app, isProxy, isKnownHost, headers, background, logRefused}: WebServer,
  {alarmRepository, changes, devices, peers, reachedAmong, sessions, statistics}: LiveOptions,
) {
  const access = {...ACCESS, ...furtherAccess}
  return createLiveServer(app.server, {
    findViewer: sessions.findViewer,
    endedAmong: ids => sessions.endedAmong(ids),
    access: accessTo(access, 'SUBSCRIBE /socket.io'),
    reachedAmong,
    allReached: createAllReached(database),
    allowedOrigins,
    isProxy,
    isKnownHost,
    headers,
    peers,
    scheduler,
    pingTimeout,
    onAttributes: devices.notifyDevices,
    onCommand: changed => devices.delivery.notify(changed),
    onTokens: devices.checkTokens,
    onUnusual: batch => void changes.emit('series.judgedByPeer', batch),
    onTakeOver: devices.mqttSessions.endTakenOver,
    readAlarms: ids => alarmRepository.read(ids),
    readDevices: devices.devices.read,
    statistics: {
      access: accessTo(access, 'GET /api/v0/telemetry/:entityType/:entityId/statistics'),
      async read({device_id: id, key, time_zone: timeZone}) {
        const number = await devices.devices.numberOf(id)
        return number === undefined ? undefined : statistics.asOf(now(), {device: {id, number}, key, timeZone})
      },
      job: background.job('statistics', 'Statistics on walls are old'),
    },
    onRefused: (request, error) =>
      logRefused({log: app.log, address: callerOf(request, isProxy), call: 'a live connection', error}),
  })
}
