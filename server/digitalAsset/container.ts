import {open} from 'node:fs/promises'
import {
  ALL_FORMATS,
  CustomSource,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
  Logging,
  LogLevel,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny'
import type {Milliseconds} from '../../contract/wire/common'
import type {VideoFactsWire} from '../../contract/wire/entities/digitalAsset'
import {isPicture} from './picture'

/** What a container tells of its video. */
export interface Container {
  facts: VideoFactsWire
  duration: Milliseconds | null
  /** Its pictures are other bytes than its codec writes. */
  isGarbage: boolean
}

export const UNKNOWN_FACTS: VideoFactsWire = {width: null, height: null, codec: null, has_sound: null}
export const UNREADABLE: Container = {facts: UNKNOWN_FACTS, duration: null, isGarbage: false}

/** The index of a video of several hours is smaller. */
const MAX_BYTES = 64 * 1024 * 1024
/** Containers that name each of their tracks, whatever its codec. */
const NAMES_ALL_TRACKS: readonly unknown[] = [MP4, QTFF, MATROSKA, WEBM]

/**
 * Reads what the container tells of a file of this machine. A thread evaluates it, since an index can be made to cost any
 * time and memory.
 */
export async function readContainer({path}: {path: string}): Promise<Container> {
  Logging.level = LogLevel.Silent
  const file = await open(path)
  let left = MAX_BYTES
  const source = new CustomSource({
    getSize: async () => (await file.stat()).size,
    async read(start, end) {
      left -= end - start
      if (left < 0) throw new Error('The index of the video is too large')
      const {buffer, bytesRead} = await file.read(Buffer.alloc(end - start), 0, end - start, start)
      return buffer.subarray(0, bytesRead)
    },
    prefetchProfile: 'fileSystem',
    handleUnhandledError() {},
  })
  const input = new Input({source, formats: ALL_FORMATS})
  try {
    const track = await input.getPrimaryVideoTrack()
    return track === null ? UNREADABLE : await containerOf(input, track)
  } catch {
    return UNREADABLE
  } finally {
    input.dispose()
    await file.close()
  }
}

async function containerOf(input: Input, track: InputVideoTrack): Promise<Container> {
  const [format, sound, width, height, codec, duration, isGarbage] = await Promise.all([
    input.getFormat(),
    input.getPrimaryAudioTrack(),
    track.getDisplayWidth(),
    track.getDisplayHeight(),
    track.getCodecParameterString(),
    track.computeDuration().catch(() => null),
    beginsWithGarbage(track),
  ])
  return {
    facts: {
      width: positive(width),
      height: positive(height),
      codec,
      has_sound: sound !== null || (NAMES_ALL_TRACKS.includes(format) ? false : null),
    },
    duration: duration === null ? null : positive(1000 * duration),
    isGarbage,
  }
}

const positive = (value: number) => (value >= 1 && value <= MAX_INTEGER ? Math.round(value) : null)
const MAX_INTEGER = 2 ** 31 - 1

async function beginsWithGarbage(track: InputVideoTrack): Promise<boolean> {
  const packet = await new EncodedPacketSink(track).getFirstKeyPacket()
  return packet !== null && !isPicture(Buffer.from(packet.data), await track.getDecoderConfig())
}
