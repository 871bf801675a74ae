import type {FastifyPluginAsync} from 'fastify'
import {errorBody} from '../../contract/wire/common'
import {
  countDevicesByStatus,
  createCredentials,
  deleteCredentials,
  deviceCalls,
  endFormerCredentials,
  importDevices,
  readCredentials,
  rotateCredentials,
  setCredentialsExpiry,
} from '../../contract/wire/entities/device'
import {callerOf} from '../access/viewer'
import {serving} from '../http/serve'
import {serveEntity} from '../store/routes'
import {type CredentialsRepository, credentialsToWire} from './credentials'
import type {DeviceImport} from './import'
import {countsToWire, type DeviceRepository, toWire} from './repository'

export interface DeviceOptions {
  devices: DeviceRepository
}

export const deviceRoutes: FastifyPluginAsync<DeviceOptions> = async (app, {devices}) =>
  serveEntity(app, {kind: 'device', calls: deviceCalls, toWire}, {store: devices})

export interface CredentialsOptions {
  credentials: CredentialsRepository
  onCredentialsEnded: (deviceId: string) => void
  onCredentialsChanged: (deviceId: string) => void
}

export const credentialsRoutes: FastifyPluginAsync<CredentialsOptions> = async (app, options) => {
  const {credentials, onCredentialsEnded, onCredentialsChanged} = options
  const serve = serving(app, 'device')

  serve(readCredentials, async ({viewer, params}) => credentialsToWire(await credentials.find(viewer, params.id)))

  serve(createCredentials, async request =>
    credentialsToWire(await credentials.create(callerOf(request), request.params.id, request.body)),
  )

  serve(deleteCredentials, async request => {
    const {params, body} = request
    await credentials.remove(callerOf(request), params.id, body?.credentials_value)
    onCredentialsEnded(params.id)
  })

  serve(rotateCredentials, async request => {
    const rotated = await credentials.rotate(callerOf(request), request.params.id, request.body)
    onCredentialsChanged(request.params.id)
    return credentialsToWire(rotated)
  })

  serve(setCredentialsExpiry, async request => {
    const changed = await credentials.setExpiry(callerOf(request), request.params.id, request.body.expires_at)
    onCredentialsChanged(request.params.id)
    return credentialsToWire(changed)
  })

  serve(endFormerCredentials, async request => {
    await credentials.endFormer(callerOf(request), request.params.id)
    onCredentialsChanged(request.params.id)
  })
}

export const deviceImportRoutes: FastifyPluginAsync<{deviceImport: DeviceImport}> = async (app, {deviceImport}) =>
  serving(app, 'device')(
    {...importDevices, refusals: {400: errorBody, 403: errorBody, 404: errorBody}},
    async request => ({outcomes: await deviceImport.run(callerOf(request), request.body)}),
  )

export const deviceStatusRoutes: FastifyPluginAsync<Pick<DeviceOptions, 'devices'>> = async (app, {devices}) =>
  serving(app, 'device')(countDevicesByStatus, async ({viewer, params, query}) =>
    countsToWire(await devices.countByStatus(viewer, params.id, query.late_after)),
  )
