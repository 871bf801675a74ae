/** The configuration of a decoder. Without a description, the units of H.264 and H.265 begin with start codes. */
interface DecoderConfig {
  codec: string
  description?: AllowSharedBufferSource
}

/** Whether the bytes of a key frame can be what its codec writes. Other codecs than the known ones may write anything. */
export function isPicture(bytes: Buffer, config: DecoderConfig | null): boolean {
  const [codec = ''] = config?.codec.split('.') ?? []
  return JUDGES[codec]?.(bytes, descriptionOf(config)) ?? true
}

type Judge = (bytes: Buffer, description: Buffer | null) => boolean

const isAvc: Judge = (bytes, description) => {
  const head = firstUnit(bytes, description && lengthBytes(description, 4))
  const type = head & 0x1f
  return head < 0x80 && type >= 1 && type <= 23
}

const isHevc: Judge = (bytes, description) => {
  const head = firstUnit(bytes, description && lengthBytes(description, 21))
  return head < 0x80 && head >> 1 <= 47
}

/** The byte of the description at `at` ends with the size of lengths, less one. */
const lengthBytes = (description: Buffer, at: number) => ((description[at] ?? 3) & 3) + 1

const NONE = 0xff

/** The first byte of the first unit; `NONE` where there is no unit. */
function firstUnit(bytes: Buffer, lengthBytes: number | null): number {
  if (lengthBytes === null) {
    const zeros = bytes.findIndex(byte => byte !== 0)
    return zeros >= 2 && bytes[zeros] === 1 ? (bytes[zeros + 1] ?? NONE) : NONE
  }
  const length = bytes.length > lengthBytes ? bytes.readUIntBE(0, lengthBytes) : 0
  return length > 0 && length <= bytes.length - lengthBytes ? (bytes[lengthBytes] ?? NONE) : NONE
}

/** The first byte says that it is a key frame, and the same three bytes follow in each of them. */
const isVp8: Judge = bytes => ((bytes[0] ?? 1) & 1) === 0 && bytes.toString('hex', 3, 6) === '9d012a'

const isVp9: Judge = bytes => {
  const head = bytes[0] ?? 0
  // The profile of 3 has a further bit, by which everything else is moved.
  if (head >> 4 === 0b1011) return true
  return head >> 6 === 2 && (head & 0b1100) === 0 && bytes.toString('hex', 1, 4) === '498342'
}

const AV1_UNITS: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7, 8, 15])

/** The units follow each other to the end. The last one may leave out its length. */
const isAv1: Judge = bytes => {
  let at = 0
  while (at < bytes.length) {
    const head = bytes[at] ?? NONE
    if ((head & 0x81) !== 0 || !AV1_UNITS.has(head >> 3)) return false
    if ((head & 2) === 0) return true
    at += (head & 4) === 0 ? 1 : 2
    let length = 0
    for (let place = 0; place < 8; place++) {
      const byte = bytes[at++] ?? 0
      length += (byte & 0x7f) * 128 ** place
      if (byte < 0x80) break
    }
    at += length
  }
  return at === bytes.length && at > 0
}

const JUDGES: Readonly<Record<string, Judge>> = {
  avc1: isAvc,
  avc3: isAvc,
  hvc1: isHevc,
  hev1: isHevc,
  vp8: isVp8,
  vp09: isVp9,
  av01: isAv1,
}

function descriptionOf(config: DecoderConfig | null): Buffer | null {
  const description = config?.description
  if (description === undefined) return null
  return ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(description)
}
