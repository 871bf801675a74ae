import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {errorBody, id} from '../../contract/common'
import {type DeviceWire, device, deviceListQuery} from '../../contract/device'
import {notFound} from '../http/errors'
import type {Device, DeviceRepository} from './repository'

export interface DeviceOptions {
  devices: DeviceRepository
}

export const deviceRoutes: FastifyPluginAsyncZod<DeviceOptions> = async (app, {devices}) => {
  app.get(
    '/api/v0/device',
    {schema: {tags: ['device'], querystring: deviceListQuery, response: {200: z.array(device)}}},
    async ({viewer, query}) => {
      const found = await devices.listVisible(viewer, {organisationId: query.organisation_id})
      return found.map(toWire)
    },
  )

  app.get(
    '/api/v0/device/:id',
    {schema: {tags: ['device'], params: z.object({id}), response: {200: device, 404: errorBody}}},
    async ({viewer, params}) => {
      const found = await devices.findVisible(viewer, params.id)
      if (found === undefined) throw notFound('Device not found.')
      return toWire(found)
    },
  )
}

function toWire(found: Device): DeviceWire {
  return {
    _id: found.id,
    name: found.name,
    type: found.type,
    label: found.label,
    additional_info: found.additionalInfo,
    device_data: found.deviceData,
    organisation_id: found.organisationId,
    customer_id: found.customerId,
    firmware_id: found.firmwareId,
    software_id: found.softwareId,
    external_id: found.externalId,
    device_profile_id: found.deviceProfileId,
    createdAt: found.createdAt,
    version: found.version,
  }
}
