/** Cuts the bytes of a connection into whole packets of MQTT, reading nothing but their length. */
export interface Packets {
  add(chunk: Buffer): void
  /** The next packet that is whole. Throws when a length breaks the protocol. */
  next(): Buffer | undefined
  /** The kind of the next packet, as soon as its first byte has come. */
  kind(): number | undefined
  /** The announced size of the next packet, as far as it has come; 0 when nothing of it has. */
  begun(): number
}

const LONGEST_LENGTH = 4

export function cutPackets(): Packets {
  let chunks: Buffer[] = []
  let bytes = 0

  /** The size of the whole packet, its head included; undefined while the head has not come. */
  function sizeOfNext(): number | undefined {
    const [first] = chunks
    const rest = readLength(first !== undefined && first.length > LONGEST_LENGTH ? first : joined(), 1)
    return rest && rest.end + rest.length
  }

  function joined(): Buffer {
    const [first, ...others] = chunks
    const all = first !== undefined && others.length === 0 ? first : Buffer.concat(chunks)
    chunks = [all]
    return all
  }

  return {
    add(chunk) {
      chunks.push(chunk)
      bytes += chunk.length
    },
    next() {
      const size = bytes > 0 ? sizeOfNext() : undefined
      if (size === undefined || size > bytes) return undefined
      const all = joined()
      const left = all.subarray(size)
      chunks = left.length > 0 ? [left] : []
      bytes = left.length
      return all.subarray(0, size)
    },
    kind: () => (chunks[0] === undefined ? undefined : kindOf(chunks[0])),
    begun: () => (bytes === 0 ? 0 : (sizeOfNext() ?? bytes)),
  }
}

export const CONNECT = 1
export const PUBLISH = 3
export const kindOf = ([first = 0]: Buffer): number => first >> 4

/** The packets that begin with an id, and those that may have a reason after it. */
const WITH_ID = new Set([4, 5, 6, 7, 8, 10])
const WITH_REASON = new Set([4, 5, 6, 7])
/** The packets that begin with a reason. */
const OF_REASON = new Set([14, 15])
const WITH_WILL = 0x04

/**
 * The bytes of the longest list of properties in a whole packet. They are counted before the packet is parsed, which
 * costs a hundred times as much. 0 for a version without properties, and for a packet that ends too soon, which its
 * parser reports.
 */
export function propertyBytes(packet: Buffer, version: number | undefined): number {
  try {
    const kind = kindOf(packet)
    const start = readLength(packet, 1)?.end ?? packet.length
    if (kind === CONNECT) return propertyBytesOfConnect(packet, start)
    return version === 5 ? lengthAt(packet, propertiesAt(packet, kind, start)) : 0
  } catch (error) {
    if (error instanceof RangeError) return 0
    throw error
  }
}

function propertyBytesOfConnect(packet: Buffer, start: number): number {
  const after = afterText(packet, start)
  const [version, flags = 0] = packet.subarray(after)
  if (version !== 5) return 0
  const own = readLength(packet, after + 4)
  if (own === undefined) return 0
  const will = afterText(packet, own.end + own.length)
  return Math.max(own.length, (flags & WITH_WILL) === 0 ? 0 : lengthAt(packet, will))
}

function propertiesAt(packet: Buffer, kind: number, start: number): number {
  if (kind === PUBLISH) {
    const hasId = ((packet[0] ?? 0) & 0x06) > 0
    return afterText(packet, start) + (hasId ? 2 : 0)
  }
  if (WITH_ID.has(kind)) return start + (WITH_REASON.has(kind) ? 3 : 2)
  return OF_REASON.has(kind) ? start + 1 : packet.length
}

const afterText = (packet: Buffer, at: number): number => at + 2 + packet.readUInt16BE(at)
const lengthAt = (packet: Buffer, at: number): number => readLength(packet, at)?.length ?? 0

/** A length of one to four bytes, and where it ends; undefined when it is incomplete. Throws when it is longer. */
function readLength(packet: Buffer, at: number): {length: number; end: number} | undefined {
  let length = 0
  for (let place = 0; place < LONGEST_LENGTH; place++) {
    const byte = packet[at + place]
    if (byte === undefined) return undefined
    length += (byte & 0x7f) * 2 ** (7 * place)
    if (byte < 0x80) return {length, end: at + place + 1}
  }
  throw new RangeError('A length of MQTT has four bytes at most')
}
