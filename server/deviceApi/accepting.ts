import type {EpochMs} from '../../contract/wire/common'
import type {AttributeRepository} from '../attribute/repository'
import type {DeviceRef} from '../device/repository'
import {asText} from '../http/json'
import {createRateLimiter, type RateLimits} from '../http/rateLimits'
import type {BoundWriter, Underway} from '../telemetry/repository'
import {readAttributes, readTelemetry} from './payload'

/** Evaluates and stores the messages of devices alike for all transports. All throw `HttpError`s. */
export interface Accepting {
  /** Counts a message against the limits of the device and its organisation. */
  admit(device: DeviceRef): Promise<void>
  /** Throws 429 when the device or its organisation has no value left. */
  refuseUsedUp(device: DeviceRef): Promise<void>
  /** The device's page shows the first unknown topic. */
  noteTopic(device: DeviceRef, topic: string): Promise<void>
  /**
   * Takes a message of a device in its turn: when all that came before is taken. Values are taken when they are on
   * their way, and everything else when it is done. Resolves when `message` has, and values are on the disk.
   */
  inTurn(deviceId: string, message: (turn: Turn) => Promise<Underway | undefined>): Promise<void>
}

/** The calls that are allowed only while it is the message's turn. */
export interface Turn {
  telemetry(device: DeviceRef, body: unknown): Promise<Underway>
  attributes(device: DeviceRef, body: unknown): Promise<undefined>
}

export interface AcceptingOptions {
  telemetry: BoundWriter
  attributes: Pick<AttributeRepository, 'upsertClientAttributes'>
  rateLimits: Pick<RateLimits, 'device' | 'organisation' | 'deviceValues' | 'organisationValues'>
  now: () => EpochMs
  /** Called with what could not be noted of a device. */
  onFailed: (error: unknown) => void
}

/** Client attributes that show the owner what is odd about a device's messages, which no answer can say. */
type Note = readonly ['telemetry_times', 'seconds'] | readonly ['unknown_topic', string]
const REMEMBERED_NOTES = 100_000
const TOPIC_LENGTH = 255

export function createAccepting({telemetry, attributes, rateLimits, now, onFailed}: AcceptingOptions): Accepting {
  const devices = createRateLimiter(rateLimits.device)
  const organisations = createRateLimiter(rateLimits.organisation)
  const deviceValues = createRateLimiter(rateLimits.deviceValues)
  const organisationValues = createRateLimiter(rateLimits.organisationValues)
  const inOrder = createInOrder()
  const noted = new Set<string>()

  /** The messages of a device count even where it can have no more attributes. */
  async function note(device: DeviceRef, [key, value]: Note) {
    const name = `${device.id} ${key}`
    if (noted.has(name)) return
    if (noted.size >= REMEMBERED_NOTES) noted.clear()
    noted.add(name)
    await attributes.upsertClientAttributes(device, new Map([[key, value]])).catch(onFailed)
  }

  const turn: Turn = {
    async telemetry(device, body) {
      const {points, isInSeconds} = readTelemetry(asText(body), now())
      await deviceValues.consume(device.id, points.length)
      await organisationValues.consume(device.organisationId, points.length)
      if (isInSeconds) await note(device, ['telemetry_times', 'seconds'])
      return telemetry.begin(device, points)
    },
    async attributes(device, body) {
      await attributes.upsertClientAttributes(device, readAttributes(asText(body)))
      return undefined
    },
  }
  return {
    async admit(device) {
      await devices.consume(device.id)
      await organisations.consume(device.organisationId)
    },
    async refuseUsedUp(device) {
      await deviceValues.refuseUsedUp(device.id)
      await organisationValues.refuseUsedUp(device.organisationId)
    },
    noteTopic: (device, topic) => note(device, ['unknown_topic', topic.slice(0, TOPIC_LENGTH)]),
    async inTurn(deviceId, message) {
      const underway = await inOrder(deviceId, () => message(turn))
      await underway?.stored
    },
  }
}

/** Begins work for a party when all that was asked for it before has ended, whatever came of it. */
type InOrder = <Result>(party: string, work: () => Promise<Result>) => Promise<Result>

function createInOrder(): InOrder {
  /** The ends of each party's last work. They never reject. */
  const ends = new Map<string, Promise<void>>()
  return (party, work) => {
    const result = ends.get(party)?.then(work) ?? work()
    const end = result.then(ignored, ignored).then(() => {
      if (ends.get(party) === end) ends.delete(party)
    })
    ends.set(party, end)
    return result
  }
}

const ignored = () => {}
