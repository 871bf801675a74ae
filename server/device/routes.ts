import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {errorBody, id} from '../../contract/wire/common'
import {
  credentialsBody,
  credentialsExpiry,
  credentialsRemoval,
  credentialsRotation,
  device,
  deviceChange,
  deviceCredentials,
  deviceImportAnswer,
  deviceImportBody,
  deviceListQuery,
  deviceStatusCounts,
  deviceStatusQuery,
  newDeviceBody,
} from '../../contract/wire/device'
import {callerOf} from '../access/viewer'
import {refusals} from '../http/errors'
import {entityRoutes} from '../store/routes'
import {type CredentialsRepository, credentialsToWire} from './credentials'
import type {DeviceImport} from './import'
import {countsToWire, type DeviceRepository, toWire} from './repository'

export interface DeviceOptions {
  devices: DeviceRepository
  additions: boolean
}

export const deviceRoutes: FastifyPluginAsyncZod<DeviceOptions> = async (app, {devices, additions}) =>
  entityRoutes(
    app,
    {kind: 'device', wire: device, newBody: newDeviceBody, change: deviceChange, listQuery: deviceListQuery, toWire},
    {store: devices, additions},
  )

export interface CredentialsOptions {
  credentials: CredentialsRepository
  onCredentialsEnded: (deviceId: string) => void
  onCredentialsChanged: (deviceId: string) => void
  additions: boolean
}

export const credentialsRoutes: FastifyPluginAsyncZod<CredentialsOptions> = async (app, options) => {
  const {credentials, onCredentialsEnded, onCredentialsChanged, additions} = options
  const url = '/api/v0/device/:id/credentials'
  const schema = {tags: ['device'], params: z.object({id})}

  app.get(url, {schema: {...schema, response: {200: deviceCredentials, ...refusals}}}, async ({viewer, params}) =>
    credentialsToWire(await credentials.find(viewer, params.id)),
  )

  app.post(
    url,
    {schema: {...schema, body: credentialsBody, response: {201: deviceCredentials, ...refusals}}},
    async (request, reply) => {
      const created = await credentials.create(callerOf(request), request.params.id, request.body)
      return reply.code(201).send(credentialsToWire(created))
    },
  )

  app.delete(
    url,
    {schema: {...schema, body: credentialsRemoval, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      const {params, body} = request
      await credentials.remove(callerOf(request), params.id, body?.credentials_value)
      onCredentialsEnded(params.id)
      return reply.code(204).send(null)
    },
  )

  if (!additions) return

  app.post(
    `${url}/rotation`,
    {schema: {...schema, body: credentialsRotation, response: {200: deviceCredentials, ...refusals}}},
    async request => {
      const rotated = await credentials.rotate(callerOf(request), request.params.id, request.body)
      onCredentialsChanged(request.params.id)
      return credentialsToWire(rotated)
    },
  )

  app.put(
    `${url}/expiry`,
    {schema: {...schema, body: credentialsExpiry, response: {200: deviceCredentials, ...refusals}}},
    async request => {
      const changed = await credentials.setExpiry(callerOf(request), request.params.id, request.body.expires_at)
      onCredentialsChanged(request.params.id)
      return credentialsToWire(changed)
    },
  )

  app.delete(`${url}/former`, {schema: {...schema, response: {204: z.null(), ...refusals}}}, async (request, reply) => {
    await credentials.endFormer(callerOf(request), request.params.id)
    onCredentialsChanged(request.params.id)
    return reply.code(204).send(null)
  })
}

/** This call is an addition to the specified ones. */
export const deviceImportRoutes: FastifyPluginAsyncZod<{deviceImport: DeviceImport}> = async (app, {deviceImport}) => {
  const response = {200: deviceImportAnswer, 400: errorBody, 403: errorBody, 404: errorBody}

  app.post('/api/v0/device/import', {schema: {tags: ['device'], body: deviceImportBody, response}}, async request => ({
    outcomes: await deviceImport.run(callerOf(request), request.body),
  }))
}

/** This call is an addition to the specified ones. */
export const deviceStatusRoutes: FastifyPluginAsyncZod<Pick<DeviceOptions, 'devices'>> = async (app, {devices}) => {
  const schema = {tags: ['device'], params: z.object({id}), querystring: deviceStatusQuery}

  app.get(
    '/api/v0/device/by-org/:id/status',
    {schema: {...schema, response: {200: deviceStatusCounts, ...refusals}}},
    async ({viewer, params, query}) => countsToWire(await devices.countByStatus(viewer, params.id, query.late_after)),
  )
}
