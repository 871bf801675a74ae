import {broken} from './refusals'

/** A picture of pixels, without the parts of the file that reveal people and places. */
export interface Raster {
  /** The size as it is shown. */
  width: number
  height: number
  frames: number
  /** The pixels that a browser decodes at once or one after the other: the largest size in the file, for each frame. */
  pixels: number
  /** The file without its metadata. Colour profile and orientation are in it. */
  bytes: Buffer
}

/** Reads a file from its beginning to its end. Beyond the end the file is broken. */
export class Walk {
  at = 0

  constructor(readonly bytes: Buffer) {}

  take(length: number): Buffer {
    const end = this.at + length
    if (end > this.bytes.length) throw broken()
    const taken = this.bytes.subarray(this.at, end)
    this.at = end
    return taken
  }

  byte(): number {
    return this.take(1).readUInt8()
  }

  /** The bytes read since this place. */
  since(start: number): Buffer {
    return this.bytes.subarray(start, this.at)
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length
  }
}

export interface Size {
  width: number
  height: number
}

/** The smallest size that holds both. */
export const spanOf = (one: Size, other: Size): Size => ({
  width: Math.max(one.width, other.width),
  height: Math.max(one.height, other.height),
})

export const areaOf = ({width, height}: Size): number => width * height
