import type {DeviceEntry} from '../../src/domain/telemetry/devices/device'

/** A listed device whose values are read. */
export const device = (id: string, keys: readonly string[] = [], name = `Device ${id}`): DeviceEntry => ({
  id,
  name,
  label: null,
  type: null,
  customerId: null,
  organisationId: null,
  keys,
  isRead: true,
})
