import {fromEventObservable} from 'xstate'
import {loadConnection} from '../../api/console/connection'
import {
  createCredentials,
  deleteCredentials,
  endFormerToken,
  loadCredentials,
  replaceCredentials,
  setExpiry,
} from '../../api/console/credentials'
import {deviceToken, endOf, LIVES, OVERLAPS} from '../../domain/console/deviceCredentials'
import {type ConnectionLogic, connectionMachine} from '../../machines/console/connection'
import {type DeviceValuesLogic, deviceValuesMachine} from '../../machines/console/deviceValues'
import {type CredentialsLogic, credentialsMachine} from '../../machines/console/record/credentials'
import {connected} from '../../machines/ports'
import {animationFrames} from '../../streams/telemetry/frames'
import {livePoints} from '../../streams/telemetry/livePoints'
import {pollTicks, visibility} from '../../streams/ticks'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {createDevicesLogic} from '../telemetry/devices'

export function createCredentialsLogic({http, retries, serverClock, toasts}: Connections): CredentialsLogic {
  return connected(credentialsMachine)({
    actors: {
      retries,
      loadCredentials: ask(http, loadCredentials),
      createCredentials: ask(http, (_, {deviceId}, options) =>
        createCredentials(http, {deviceId, accessToken: deviceToken(randomBytes)}, options),
      ),
      replaceCredentials: ask(http, (_, {deviceId, overlap, life}, options) => {
        const now = serverClock.now()
        const ends = {formerUntil: endOf(OVERLAPS[overlap], now), expiresAt: endOf(LIVES[life], now)}
        return replaceCredentials(http, {deviceId, accessToken: deviceToken(randomBytes), ...ends}, options)
      }),
      setLife: ask(http, (_, {deviceId, life}, options) =>
        setExpiry(http, {deviceId, expiresAt: endOf(LIVES[life], serverClock.now())}, options),
      ),
      endFormerToken: ask(http, endFormerToken),
      deleteCredentials: ask(http, deleteCredentials),
    },
    actions: {showOutcome: (_, {text}) => toasts.send({type: 'outcome.reported', kind: 'done', text})},
  })
}

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** Asks for this one device, because the call for many would load the values of every device. */
export function createDeviceValuesLogic(connections: Connections): DeviceValuesLogic {
  return connected(deviceValuesMachine)({
    actors: {
      devices: createDevicesLogic(connections, {oneByOne: true}),
      points: fromEventObservable(({input}) => livePoints(connections.feed, input, animationFrames)),
    },
  })
}

const CONNECTION_PERIOD = 30_000

export function createConnectionLogic({http, links}: Connections): ConnectionLogic {
  return connected(connectionMachine)({
    actors: {
      linkChanges: fromEventObservable(() => links),
      ticks: fromEventObservable(() => pollTicks(CONNECTION_PERIOD, visibility(document))),
      loadConnection: ask(http, loadConnection),
    },
  })
}
