import {fromEventObservable, fromPromise} from 'xstate'
import {loadConnection} from '../../api/console/connection'
import {
  createCredentials,
  deleteCredentials,
  endFormerToken,
  loadCredentials,
  replaceCredentials,
  setExpiry,
} from '../../api/console/credentials'
import {endOf, LIVES, OVERLAPS} from '../../domain/console/deviceCredentials'
import {deviceToken} from '../../domain/console/deviceToken'
import {type ConnectionLogic, connectionMachine} from '../../machines/console/connection'
import {type DeviceValuesLogic, deviceValuesMachine} from '../../machines/console/deviceValues'
import {type CredentialsLogic, credentialsMachine} from '../../machines/console/record/credentials'
import {connected} from '../../machines/ports'
import {animationFrames} from '../../streams/telemetry/frames'
import {livePoints} from '../../streams/telemetry/livePoints'
import {pollTicks} from '../../streams/ticks'
import {visibility} from '../../streams/visibility'
import type {Connections} from '../connections'
import {createDevicesLogic} from '../telemetry/devices'

export function createCredentialsLogic({http, retries, serverClock, toasts}: Connections): CredentialsLogic {
  const server = {http, clock: serverClock}
  return connected(credentialsMachine)({
    actors: {
      retries,
      loadCredentials: fromPromise(({input: {deviceId}, signal}) => loadCredentials(server, deviceId, {signal})),
      createCredentials: fromPromise(({input: {deviceId}, signal}) =>
        createCredentials(server, {deviceId, accessToken: deviceToken(randomBytes)}, {signal}),
      ),
      replaceCredentials: fromPromise(({input: {deviceId, overlap, life}, signal}) => {
        const now = serverClock.now()
        const ends = {formerUntil: endOf(OVERLAPS[overlap], now), expiresAt: endOf(LIVES[life], now)}
        return replaceCredentials(server, {deviceId, accessToken: deviceToken(randomBytes), ...ends}, {signal})
      }),
      setLife: fromPromise(({input: {deviceId, life}, signal}) =>
        setExpiry(server, {deviceId, expiresAt: endOf(LIVES[life], serverClock.now())}, {signal}),
      ),
      endFormerToken: fromPromise(({input: {deviceId}, signal}) => endFormerToken(http, deviceId, {signal})),
      deleteCredentials: fromPromise(({input, signal}) => deleteCredentials(http, input, {signal})),
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

export function createConnectionLogic({http, serverClock: clock, links}: Connections): ConnectionLogic {
  return connected(connectionMachine)({
    actors: {
      linkChanges: fromEventObservable(() => links),
      ticks: fromEventObservable(() => pollTicks(CONNECTION_PERIOD, visibility(document))),
      loadConnection: fromPromise(({input, signal}) => loadConnection({http, clock}, input, {signal})),
    },
  })
}
