import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileTypeFromBuffer} from 'file-type'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {requireComplete} from '../../../server/digitalAsset/completeness'
import {box, mp4} from '../../support/video'

const CLIPS = join(import.meta.dirname, '../../../server/demo/videos')
const NO_VIDEO = 'The file has no video track. Only video files can be uploaded.'
const REFUSED = 'The file is not a complete video.'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pulsewall-complete-'))
})
afterAll(() => rm(folder, {recursive: true}))

/** Returns the objection to these bytes; null when they are accepted. */
async function told(bytes: Buffer, contentType: string): Promise<string | null> {
  const path = join(folder, 'video')
  await writeFile(path, bytes)
  const checked = requireComplete(path, {contentType, size: bytes.length})
  return checked.then(
    () => null,
    error => error.message,
  )
}

const clip = (name: string) => readFile(join(CLIPS, name))
const element = (id: string, content: Buffer | null) => {
  const length = Buffer.alloc(8, 0xff)
  length.writeBigUInt64BE(content === null ? 2n ** 57n - 1n : 2n ** 56n + BigInt(content.length))
  return Buffer.concat([Buffer.from(id, 'hex'), length, content ?? Buffer.alloc(0)])
}

const EBML = element('1a45dfa3', element('4282', Buffer.from('webm')))
const SEGMENT = '18538067'
const CLUSTER = '1f43b675'
const block = element('a3', Buffer.alloc(100, 7))
/** As a recorder writes it, which doesn't know how long it will go on. */
const recording = Buffer.concat([
  EBML,
  element(SEGMENT, null),
  element(CLUSTER, null),
  block,
  element(CLUSTER, null),
  block,
])

describe('a complete video', () => {
  it.each(['city-run.mp4', 'coffee-hour.webm', 'departures.mp4', 'harbour-lights.mp4', 'spring-sale.mp4'])(
    '%s is taken, and refused wherever it is cut off',
    async name => {
      const bytes = await clip(name)
      const contentType = (await fileTypeFromBuffer(bytes))?.mime ?? ''
      expect(await told(bytes, contentType)).toBeNull()
      for (const share of [0.1, 0.25, 0.5, 0.6, 0.9, 0.999])
        expect(await told(bytes.subarray(0, Math.floor(share * bytes.length)), contentType)).toBe(REFUSED)
      expect(await told(bytes.subarray(0, -1), contentType)).toBe(REFUSED)
    },
  )

  it('of the least boxes is refused at every length but its own', async () => {
    const bytes = mp4(50)
    const lengths = Array.from(bytes, (_, length) => length)
    const answers: (string | null)[] = []
    for (const length of lengths) answers.push(await told(bytes.subarray(0, length), 'video/mp4'))
    expect(answers).toEqual(lengths.map(() => REFUSED))
    expect(await told(bytes, 'video/mp4')).toBeNull()
  })

  it.each([
    ['its index is missing', Buffer.concat([box('ftyp', Buffer.from('isom')), box('mdat', Buffer.alloc(100))])],
    ['its pictures are missing', Buffer.concat([box('ftyp', Buffer.from('isom')), box('moov', Buffer.alloc(100))])],
    ['a box is shorter than its head', Buffer.concat([mp4(), Buffer.from('\0\0\0\x04free')])],
  ])('is none when %s', async (_what, bytes) => {
    expect(await told(bytes, 'video/mp4')).toBe(REFUSED)
  })

  it('may end with a box of 64 bits, with one without a length, or with what is no box', async () => {
    const head = Buffer.from('\0\0\0\x01mdat\0\0\0\0\0\0\0\x74', 'latin1')
    const index = box('moov', Buffer.alloc(100))
    expect(await told(Buffer.concat([index, head, Buffer.alloc(100)]), 'video/quicktime')).toBeNull()
    expect(await told(Buffer.concat([index, head, Buffer.alloc(99)]), 'video/quicktime')).toBe(REFUSED)
    expect(await told(Buffer.concat([index, Buffer.from('\0\0\0\0mdat'), Buffer.alloc(99)]), 'video/mp4')).toBeNull()
    expect(
      await told(Buffer.concat([mp4(), Buffer.from('\xff\xff\xff\xff\0\0\0\0tail', 'latin1')]), 'video/mp4'),
    ).toBeNull()
  })

  it('may be a recording that does not say how long it is', async () => {
    expect(await told(recording, 'video/webm')).toBeNull()
    expect(await told(recording.subarray(0, -1), 'video/webm')).toBe(REFUSED)
    expect(await told(recording.subarray(0, EBML.length + 12), 'video/webm')).toBe(REFUSED)
  })

  it('may have anything behind its segment', async () => {
    const whole = Buffer.concat([EBML, element(SEGMENT, element(CLUSTER, block))])
    expect(await told(Buffer.concat([whole, Buffer.alloc(10)]), 'video/matroska')).toBeNull()
    expect(await told(whole.subarray(0, -block.length), 'video/matroska')).toBe(REFUSED)
  })

  it.each([
    [['vide', 'soun'], null],
    [['soun'], NO_VIDEO],
    [['soun', 'text'], NO_VIDEO],
    [[], null],
  ])('with tracks of %j is judged by them: %s', async (handlers, message) => {
    const tracks = handlers.map(handler =>
      box('trak', box('mdia', box('hdlr', Buffer.from(`\0\0\0\0\0\0\0\0${handler}`)))),
    )
    const film = Buffer.concat([mp4(10), box('moov', Buffer.concat([box('mvhd', Buffer.alloc(100)), ...tracks]))])
    expect(await told(film, 'video/mp4')).toBe(message)
    expect(await told(film, 'video/quicktime')).toBe(message)
  })

  it.each([
    [[1, 2], null],
    [[2], NO_VIDEO],
    [[2, 17], NO_VIDEO],
    [[], null],
  ])('with tracks of the types %j of Matroska is judged by them: %s', async (types, message) => {
    const entries = types.map(type =>
      element('ae', Buffer.concat([element('d7', Buffer.from([1])), element('83', Buffer.from([type]))])),
    )
    const tracks = element('1654ae6b', Buffer.concat(entries))
    const film = Buffer.concat([EBML, element(SEGMENT, Buffer.concat([tracks, element(CLUSTER, block)]))])
    expect(await told(film, 'video/webm')).toBe(message)
    expect(await told(film, 'video/matroska')).toBe(message)
  })

  it('of another type is taken as it is', async () => {
    expect(await told(Buffer.from('any'), 'video/ogg')).toBeNull()
  })
})
