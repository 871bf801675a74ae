import {join} from 'node:path'
import {
  ALL_FORMATS,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  type Rotation,
  WebMOutputFormat,
} from 'mediabunny'

/** A clip of the demo: 640 × 360, without sound. */
export const clipPath = (name: string) => join(import.meta.dirname, '../../server/demo/videos', name)

const FORMATS = {
  mp4: () => new Mp4OutputFormat({fastStart: 'in-memory'}),
  fragmented: () => new Mp4OutputFormat({fastStart: 'fragmented'}),
  mov: () => new MovOutputFormat({fastStart: 'in-memory'}),
  mkv: () => new MkvOutputFormat(),
  webm: () => new WebMOutputFormat(),
}

interface FilmOptions {
  clip?: string
  format?: keyof typeof FORMATS
  rotation?: Rotation
  /** Not in WebM, which takes other codecs of sound. */
  hasSound?: boolean
  /** Replaces the bytes of a picture. */
  picture?: (bytes: Uint8Array) => Uint8Array
}

/** The pictures of a clip in another container, as a camera or an editor writes it. */
export async function filmOf(options: FilmOptions = {}): Promise<Buffer> {
  const {clip = 'city-run.mp4', format = 'mp4', rotation = 0, hasSound = false, picture = bytes => bytes} = options
  const input = new Input({source: new FilePathSource(clipPath(clip)), formats: ALL_FORMATS})
  const track = await input.getPrimaryVideoTrack()
  const [codec, config] = [await track?.getCodec(), await track?.getDecoderConfig()]
  if (!track || !codec || !config) throw new Error(`${clip} has no pictures`)
  const target = new BufferTarget()
  const output = new Output({format: FORMATS[format](), target})
  const pictures = new EncodedVideoPacketSource(codec)
  const sound = new EncodedAudioPacketSource('aac')
  output.addVideoTrack(pictures, {rotation})
  if (hasSound) output.addAudioTrack(sound)
  await output.start()
  for await (const packet of new EncodedPacketSink(track).packets())
    await pictures.add(packet.clone({data: picture(packet.data)}), {decoderConfig: config})
  if (hasSound) await addSilence(sound)
  await output.finalize()
  input.dispose()
  return Buffer.from(target.buffer ?? new ArrayBuffer())
}

const SAMPLE_RATE = 48_000

async function addSilence(sound: EncodedAudioPacketSource) {
  const shape = {sampleRate: SAMPLE_RATE, numberOfChannels: 2}
  const config = {codec: 'mp4a.40.2', ...shape, description: new Uint8Array([0x11, 0x90])}
  const packet = new EncodedPacket(new Uint8Array([0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c]), 'key', 0, 1024 / SAMPLE_RATE)
  await sound.add(packet, {decoderConfig: config})
}

/** The same bytes for each run, which no codec writes. */
export function noise(bytes: Uint8Array): Uint8Array {
  let seed = 1
  return bytes.map(() => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed & 0xff
  })
}
