import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {id} from '../../contract/wire/common'
import {device, deviceChange, deviceListQuery, newDeviceBody} from '../../contract/wire/device'
import {pageOrList} from '../../contract/wire/list'
import {actorOf} from '../access/viewer'
import {notFound, refusals} from '../http/errors'
import {forgetListQuery, listOnWire} from '../store/list'
import type {DeviceAdministration} from './administration'
import type {DeviceRepository} from './repository'
import {toWire} from './wire'

export interface DeviceOptions {
  devices: DeviceRepository
  administration: DeviceAdministration
  additions: boolean
  /** Others may see the device from now on, and some no more. */
  onDeviceMoved: (deviceId: string) => Promise<void>
  onDevicesRemoved: (deviceIds: string[]) => Promise<void>
}

export const deviceRoutes: FastifyPluginAsyncZod<DeviceOptions> = async (app, options) => {
  const {devices, administration, additions, onDeviceMoved, onDevicesRemoved} = options
  const schema = {tags: ['device']}
  const params = z.object({id})
  if (!additions) app.addHook('preValidation', forgetListQuery)

  app.get(
    '/api/v0/device',
    {schema: {...schema, querystring: deviceListQuery, response: {200: pageOrList(device), ...refusals}}},
    async ({viewer, query}) => listOnWire(await devices.listVisible(viewer, query), toWire),
  )

  app.get(
    '/api/v0/device/:id',
    {schema: {...schema, params, response: {200: device, ...refusals}}},
    async ({viewer, params}) => {
      const found = await devices.findVisible(viewer, params.id)
      if (found === undefined) throw notFound('Device not found.')
      return toWire(found)
    },
  )

  app.post(
    '/api/v0/device',
    {schema: {...schema, body: newDeviceBody, response: {201: device, ...refusals}}},
    async (request, reply) => {
      const created = await administration.create(request.viewer, actorOf(request), request.body)
      return reply.code(201).send(toWire(created))
    },
  )

  app.put(
    '/api/v0/device/:id',
    {schema: {...schema, params, body: deviceChange, response: {200: device, ...refusals}}},
    async request => {
      const {viewer, params, body} = request
      const {changed, isMoved} = await administration.change(viewer, actorOf(request), params.id, body)
      if (isMoved) await onDeviceMoved(changed.id)
      return toWire(changed)
    },
  )

  app.delete(
    '/api/v0/device/:id',
    {schema: {...schema, params, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      const {viewer, params} = request
      await administration.remove(viewer, actorOf(request), params.id)
      await onDevicesRemoved([params.id])
      return reply.code(204).send(null)
    },
  )
}
