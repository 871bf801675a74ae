import type {DeviceChange, DeviceWire, NewDeviceBody} from '../../contract/wire/device'
import type {device} from '../database/schema'

export type Device = typeof device.$inferSelect

export function toWire(found: Device): DeviceWire {
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

/** What a body says of the device itself; where it belongs is decided elsewhere. */
export function valuesOf(body: Omit<NewDeviceBody, 'name'> | DeviceChange) {
  return {
    type: body.type,
    label: body.label,
    additionalInfo: body.additional_info,
    deviceData: body.device_data,
    firmwareId: body.firmware_id,
    softwareId: body.software_id,
    externalId: body.external_id,
    deviceProfileId: body.device_profile_id,
  }
}

/** For the audit trail. */
export const entityOf = ({id, name, organisationId}: Pick<Device, 'id' | 'name' | 'organisationId'>) => ({
  entityType: 'device' as const,
  entityId: id,
  entityName: name,
  organisationId,
})
