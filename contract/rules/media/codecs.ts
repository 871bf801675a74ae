/** A codec of videos, by its name on the wire. Browsers are asked about the example. */
interface Codec {
  id: string
  name: string
  /** The beginnings of its strings of RFC 6381. */
  tags: readonly string[]
  example: string
}

const CODECS: readonly Codec[] = [
  {id: 'h264', name: 'H.264', tags: ['avc1', 'avc3'], example: 'video/mp4; codecs="avc1.42E01E"'},
  {id: 'h265', name: 'H.265', tags: ['hvc1', 'hev1'], example: 'video/mp4; codecs="hvc1.1.6.L93.B0"'},
  {id: 'av1', name: 'AV1', tags: ['av01'], example: 'video/mp4; codecs="av01.0.04M.08"'},
  {id: 'vp9', name: 'VP9', tags: ['vp09', 'vp9'], example: 'video/webm; codecs="vp09.00.10.08"'},
  {id: 'vp8', name: 'VP8', tags: ['vp08', 'vp8'], example: 'video/webm; codecs="vp8"'},
  {
    id: 'prores',
    name: 'ProRes',
    tags: ['apco', 'apcs', 'apcn', 'apch', 'ap4h', 'ap4x'],
    example: 'video/mp4; codecs="apcn"',
  },
]

/** The codec of a string of RFC 6381, such as `avc1.640028`. */
const codecOf = (text: string) => CODECS.find(({tags}) => tags.includes(text.split('.')[0] ?? ''))

/** Writes 'H.264' for `avc1.640028`, and a codec that is not known here as it is. */
export const codecName = (text: string): string => codecOf(text)?.name ?? text

/** The codecs that a browser decodes, by its answer to a type. */
export const decodedCodecs = (canPlay: (type: string) => boolean): string[] =>
  CODECS.filter(({example}) => canPlay(example)).map(({id}) => id)

/** Whether a screen with these codecs has none for a video. Nobody knows unless both are known. */
export function isUndecodable(text: string | null, decodes: readonly string[] | undefined): boolean {
  const codec = text === null ? undefined : codecOf(text)
  return codec !== undefined && decodes !== undefined && !decodes.includes(codec.id)
}
