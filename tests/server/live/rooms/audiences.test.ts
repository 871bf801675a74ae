import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import type {LiveTelemetry} from '../../../../contract/wire/telemetry/live'
import {audiencesOf} from '../../../../server/live/rooms/audiences'
import {deviceRoom} from '../../../../server/live/rooms/rooms'

type Rooms = Record<string, string[]>

const telemetry = (device: string, received_at = 0): LiveTelemetry => ({device_id: device, received_at, points: []})
const roomOf = ({device_id}: LiveTelemetry) => [deviceRoom(device_id)]
const roomsOf = (rooms: Rooms) =>
  new Map(Object.entries(rooms).map(([device, sockets]) => [deviceRoom(device), new Set(sockets)]))

describe('the audiences of a batch', () => {
  it('are the sockets that get the same of it', () => {
    const [pump, crane, again] = [telemetry('pump'), telemetry('crane'), telemetry('pump', 1)]

    const audiences = audiencesOf(
      [pump, crane, again],
      roomOf,
      roomsOf({pump: ['a', 'b', 'c'], crane: ['b', 'c', 'd']}),
    )

    expect(audiences).toEqual([
      {socketIds: ['a'], items: [pump, again]},
      {socketIds: ['b', 'c'], items: [pump, crane, again]},
      {socketIds: ['d'], items: [crane]},
    ])
  })

  it('are none where nobody watches', () => {
    expect(audiencesOf([telemetry('pump')], roomOf, roomsOf({crane: ['a']}))).toEqual([])
  })

  it('give each socket what its devices sent, in order, in one packet', () => {
    const device = fc.constantFrom('p', 'q', 'r', 's')
    const sockets = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
    fc.assert(
      fc.property(fc.array(device), fc.dictionary(device, sockets), (devices, rooms) => {
        const batch = devices.map(telemetry)

        const audiences = audiencesOf(batch, roomOf, roomsOf(rooms))

        const received = audiences.flatMap(audience => audience.socketIds.map(id => [id, audience.items] as const))
        const expected = ['a', 'b', 'c', 'd', 'e']
          .map(id => [id, batch.filter(({device_id}) => new Set<string>(rooms[device_id]).has(id))] as const)
          .filter(([, heard]) => heard.length > 0)
        expect(received.length).toBe(expected.length)
        expect(new Map(received)).toEqual(new Map(expected))
        expect(new Set(audiences.map(audience => JSON.stringify(audience.items))).size).toBe(audiences.length)
      }),
    )
  })
})
