import fc from 'fast-check'
import {generate, type Packet} from 'mqtt-packet'
import {describe, expect, it} from 'vitest'
import {cutPackets, propertyBytes} from '../../../../server/deviceApi/mqtt/packets'
import {connectPacket, publishPacket} from '../../../support/bareMqtt'

const userProperties = (count: number) => ({userProperties: Object.fromEntries(names(count))})
const names = (count: number) => Array.from({length: count}, (_, index) => [`k${index}`, 'v'])
const inHex = (packet: Buffer) => packet.toString('hex')
const bytesOf = (packet: Packet, protocolVersion: 4 | 5 = 5) => generate(packet, {protocolVersion})

describe('packets', () => {
  it('come whole, however they were cut', () => {
    const sent = [
      bytesOf(connectPacket(5)),
      bytesOf({cmd: 'pingreq'}),
      bytesOf(publishPacket('a', 'x'.repeat(200))),
      bytesOf(publishPacket('a', 'y'.repeat(2000))),
      bytesOf({cmd: 'disconnect'}, 4),
    ]
    const all = Buffer.concat(sent)
    fc.assert(
      fc.property(fc.array(fc.integer({min: 0, max: all.length}), {maxLength: 20}), places => {
        const packets = cutPackets()
        const heard: Buffer[] = []
        const cuts = [...new Set([0, ...places, all.length])].sort((one, other) => one - other)
        for (const [index, from] of cuts.entries()) {
          packets.add(all.subarray(from, cuts[index + 1]))
          for (let packet = packets.next(); packet !== undefined; packet = packets.next()) heard.push(packet)
        }
        expect(heard.map(inHex)).toEqual(sent.map(inHex))
        expect(packets.begun()).toBe(0)
      }),
    )
  })

  it('say how long they will be as soon as they have said it', () => {
    const packets = cutPackets()
    packets.add(Buffer.from([0x30, 0xff]))
    expect([packets.next(), packets.begun(), packets.kind()]).toEqual([undefined, 2, 3])
    packets.add(Buffer.from([0xff, 0x7f]))
    expect([packets.next(), packets.begun()]).toEqual([undefined, 4 + 2_097_151])
  })

  it('break the protocol by a length of five bytes', () => {
    const packets = cutPackets()
    packets.add(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01]))
    expect(packets.next).toThrow(RangeError)
  })
})

describe('the bytes of properties', () => {
  it.each<[string, Packet]>([
    ['a CONNECT', connectPacket(5, {properties: userProperties(100)})],
    ['a last will', connectPacket(5, {will: {...publishPacket('a', 'b'), properties: userProperties(100)}})],
    ['a PUBLISH', {...publishPacket('topic', 'payload'), properties: userProperties(100)}],
    [
      'a PUBLISH that is acknowledged',
      {...publishPacket('topic', 'payload', {qos: 1, messageId: 7}), properties: userProperties(100)},
    ],
    [
      'a SUBSCRIBE',
      {cmd: 'subscribe', messageId: 1, subscriptions: [{topic: 'a', qos: 0}], properties: userProperties(100)},
    ],
    ['an UNSUBSCRIBE', {cmd: 'unsubscribe', messageId: 1, unsubscriptions: ['a'], properties: userProperties(100)}],
    ['a PUBACK', {cmd: 'puback', messageId: 1, reasonCode: 0, properties: userProperties(100)}],
    ['a DISCONNECT', {cmd: 'disconnect', reasonCode: 0, properties: userProperties(100)}],
  ])('of %s are counted', (_, packet) => {
    // 1 that says what it is, 2 and 2 or 3 for the name, 2 and 1 for the value.
    expect(propertyBytes(bytesOf(packet), 5)).toBe(10 * 8 + 90 * 9)
  })

  it.each<[string, Packet, 4 | 5]>([
    ['a CONNECT of MQTT 3.1.1', connectPacket(4), 4],
    ['a PUBLISH of MQTT 3.1.1', publishPacket('topic', 'payload'.repeat(1000)), 4],
    ['a packet without any', {cmd: 'pingreq'}, 5],
    ['a short acknowledgement', {cmd: 'puback', messageId: 1}, 5],
  ])('of %s are none', (_, packet, version) => {
    expect(propertyBytes(bytesOf(packet, version), version)).toBe(0)
  })

  it('of bytes that are no packet are none, or some, and nothing worse', () => {
    fc.assert(
      fc.property(fc.uint8Array({maxLength: 60}), fc.constantFrom(undefined, 4, 5), (bytes, version) => {
        expect(propertyBytes(Buffer.from(bytes), version)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
