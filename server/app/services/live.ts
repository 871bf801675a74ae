import {ACCESS, accessTo} from '../../access/access'
import {createAllReached, type ReachedAmong} from '../../access/reach'
import type {AlarmRepository} from '../../alarm/repository'
import {callerOf} from '../../http/network'
import type {ChangeBus} from '../../live/bus'
import type {Peers} from '../../live/peers'
import {createLiveServer, type LiveServer, noLiveServer} from '../../live/server'
import type {createSharedStatistics} from '../../telemetry/read/sharedStatistics'
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

/** Shows browsers what changes. A server of the specification alone has no sockets. */
export function createLive(settings: Settings, web: WebServer, options: LiveOptions): LiveServer {
  return settings.additions ? openSockets(settings, web, options) : noLiveServer
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
    changes,
    peers,
    scheduler,
    pingTimeout,
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
