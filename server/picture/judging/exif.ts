import type {Size} from './raster'

/** The rotation and mirroring that make the picture upright: 1 to 8, as EXIF numbers it. */
export type Orientation = number

export const UPRIGHT: Orientation = 1

/** The orientations from this one on are turned by a quarter. */
const FIRST_LYING = 5
const LAST = 8

const TAG = 0x0112
const ENTRY_BYTES = 12
const SHORT = 3

/** The orientation of a block of EXIF, which begins with the order of its bytes. 1 when it says none. */
export function orientationOf(exif: Buffer): Orientation {
  const order = exif.toString('latin1', 0, 4)
  if (order !== 'II*\0' && order !== 'MM\0*') return UPRIGHT
  const isLittle = order === 'II*\0'
  const short = (at: number) => (at + 2 > exif.length ? 0 : isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
  if (exif.length < 8) return UPRIGHT
  const directory = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4)
  for (let entry = 0; entry < short(directory); entry++) {
    const at = directory + 2 + entry * ENTRY_BYTES
    if (short(at) !== TAG) continue
    const value = short(at + 8)
    return value >= UPRIGHT && value <= LAST ? value : UPRIGHT
  }
  return UPRIGHT
}

/** A block of EXIF that holds the orientation and nothing else. */
export function exifOf(orientation: Orientation): Buffer {
  const exif = Buffer.alloc(26)
  exif.write('MM\0*', 'latin1')
  exif.writeUInt32BE(8, 4)
  exif.writeUInt16BE(1, 8)
  exif.writeUInt16BE(TAG, 10)
  exif.writeUInt16BE(SHORT, 12)
  exif.writeUInt32BE(1, 14)
  exif.writeUInt16BE(orientation, 18)
  return exif
}

/** The size of the picture as it is shown. */
export const turned = ({width, height}: Size, orientation: Orientation): Size =>
  orientation < FIRST_LYING ? {width, height} : {width: height, height: width}
