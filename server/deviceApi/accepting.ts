import type {EpochMs} from '../../contract/wire/common'
import type {AttributeRepository} from '../attribute/repository'
import type {DeviceRef} from '../device/repository'
import {asText} from '../http/json'
import {createRateLimiter, type RateLimits} from '../http/rateLimits'
import type {TelemetryWriter} from '../telemetry/repository'
import {readAttributes, readTelemetry} from './payload'

/** What devices send is judged and stored alike, whichever way it comes. All throw `HttpError`s. */
export interface Accepting {
  /** Counts a message against the limits of the device and its organisation. */
  admit(device: DeviceRef): Promise<void>
  /** Throws 429 when the device or its organisation has no value left. */
  refuseUsedUp(device: DeviceRef): Promise<void>
  /** Resolves when all values are on the disk. */
  telemetry(device: DeviceRef, body: unknown): Promise<void>
  attributes(device: DeviceRef, body: unknown): Promise<void>
}

export interface AcceptingOptions {
  telemetry: TelemetryWriter
  attributes: Pick<AttributeRepository, 'upsertClientAttributes'>
  rateLimits: Pick<RateLimits, 'device' | 'organisation' | 'deviceValues' | 'organisationValues'>
  now: () => EpochMs
}

export function createAccepting({telemetry, attributes, rateLimits, now}: AcceptingOptions): Accepting {
  const devices = createRateLimiter(rateLimits.device)
  const organisations = createRateLimiter(rateLimits.organisation)
  const deviceValues = createRateLimiter(rateLimits.deviceValues)
  const organisationValues = createRateLimiter(rateLimits.organisationValues)
  return {
    async admit(device) {
      await devices.consume(device.id)
      await organisations.consume(device.organisationId)
    },
    async refuseUsedUp(device) {
      await deviceValues.refuseUsedUp(device.id)
      await organisationValues.refuseUsedUp(device.organisationId)
    },
    async telemetry(device, body) {
      const points = readTelemetry(asText(body), now())
      await deviceValues.consume(device.id, points.length)
      await organisationValues.consume(device.organisationId, points.length)
      await telemetry.write(device, points)
    },
    async attributes(device, body) {
      await attributes.upsertClientAttributes(device, readAttributes(asText(body)))
    },
  }
}
