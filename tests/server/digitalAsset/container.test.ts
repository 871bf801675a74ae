import {mkdtemp, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {readContainer, UNREADABLE} from '../../../server/digitalAsset/container'
import {isPicture} from '../../../server/digitalAsset/picture'
import {deep} from '../../support/deep'
import {clipPath, filmOf, noise} from '../../support/film'
import {box, mp4, PNG} from '../../support/video'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pulsewall-container-'))
})
afterAll(() => rm(folder, {recursive: true}))

async function read(bytes: Buffer) {
  const path = join(folder, 'video')
  await writeFile(path, bytes)
  return readContainer({path})
}

const H264 = {width: 640, height: 360, codec: 'avc1.42c01f', has_sound: false}

describe('the container', () => {
  it.each([
    ['city-run.mp4', H264],
    ['departures.mp4', H264],
    ['harbour-lights.mp4', H264],
    ['spring-sale.mp4', H264],
    ['coffee-hour.webm', {width: 640, height: 360, codec: 'vp09.00.21.08.01.01.01.01.01', has_sound: false}],
  ])('of %s tells size, codec, length, and that it has no sound', async (name, facts) => {
    const container = await readContainer({path: clipPath(name)})
    expect(container).toEqual({facts, duration: expect.any(Number), isGarbage: false})
    expect(container.duration).toBeGreaterThan(3900)
  })

  it.each(['mp4', 'fragmented', 'mov', 'mkv'] as const)('of a film in %s tells the same', async format => {
    const container = await read(await filmOf({format}))
    expect(container).toMatchObject({facts: H264, isGarbage: false})
    expect(container.duration).toBeGreaterThan(3900)
  })

  it.each([
    [90, 360, 640],
    [180, 640, 360],
    [270, 360, 640],
  ] as const)('of a film that was turned by %i° tells its size as it is shown', async (rotation, width, height) => {
    expect((await read(await filmOf({rotation}))).facts).toEqual({...H264, width, height})
    expect((await read(await filmOf({rotation, format: 'mov'}))).facts).toEqual({...H264, width, height})
  })

  it.each(['mp4', 'fragmented', 'mov', 'mkv'] as const)('of a film with sound in %s tells so', async format => {
    expect((await read(await filmOf({format, hasSound: true}))).facts).toEqual({...H264, has_sound: true})
  })

  it.each(['mp4', 'fragmented', 'mkv'] as const)('with noise for pictures in %s is garbage', async format => {
    expect((await read(await filmOf({format, picture: noise}))).isGarbage).toBe(true)
    expect((await read(await filmOf({format, picture: bytes => bytes.fill(0)}))).isGarbage).toBe(true)
  })

  it('with noise for pictures of VP9 is garbage', async () => {
    expect((await read(await filmOf({clip: 'coffee-hour.webm', format: 'webm', picture: noise}))).isGarbage).toBe(true)
  })

  it('that cannot be read tells nothing', async () => {
    expect(await read(mp4())).toEqual(UNREADABLE)
    expect(await read(PNG)).toEqual(UNREADABLE)
    expect(await read(Buffer.alloc(0))).toEqual(UNREADABLE)
  })

  deep('that is cut off or changed anywhere never fails', async () => {
    const film = await filmOf()
    for (let at = 1; at < 40; at++) await read(film.subarray(0, Math.floor((film.length * at) / 40)))
    for (let at = 0; at < 2000; at += 7) {
      const changed = Buffer.from(film)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      await read(changed)
    }
  })

  it('with an index of more than 64 MiB is not read', async () => {
    const index = box('moov', Buffer.alloc(65 * 1024 * 1024))
    expect(await read(Buffer.concat([box('ftyp', Buffer.from('isom\0\0\x02\0isom')), index]))).toEqual(UNREADABLE)
  })
})

describe('the first picture', () => {
  const AVC = {codec: 'avc1.640028', description: Buffer.from([1, 0x64, 0, 0x28, 0xff])}
  const HEVC = {codec: 'hvc1.1.6.L93.B0', description: Buffer.concat([Buffer.alloc(21), Buffer.from([3])])}
  const AV1 = {codec: 'av01.0.04M.08'}

  it.each([
    ['an IDR slice', AVC, [0, 0, 0, 2, 0x65, 0x88], true],
    ['a parameter set first', AVC, [0, 0, 0, 1, 0x67, 0, 0, 0, 1, 0x65], true],
    ['a unit longer than the picture', AVC, [0, 0, 0, 9, 0x65, 0x88], false],
    ['an empty unit', AVC, [0, 0, 0, 0, 0x65], false],
    ['a forbidden bit', AVC, [0, 0, 0, 2, 0xe5, 0x88], false],
    ['a type of unit that is not used', AVC, [0, 0, 0, 2, 0x78, 0x88], false],
    ['a start code of a transport stream', {codec: 'avc3.640028'}, [0, 0, 0, 1, 0x09, 0xf0], true],
    ['no start code', {codec: 'avc3.640028'}, [1, 2, 3, 4, 5, 6], false],
    ['an IDR slice of H.265', HEVC, [0, 0, 0, 2, 0x26, 1], true],
    ['a forbidden bit of H.265', HEVC, [0, 0, 0, 2, 0xa6, 1], false],
    ['a key frame of VP8', {codec: 'vp8'}, [0x10, 0x40, 0, 0x9d, 0x01, 0x2a, 0x80], true],
    ['other bytes for VP8', {codec: 'vp8'}, [0x10, 0x40, 0, 1, 2, 3, 4], false],
    ['a key frame of VP9', {codec: 'vp09.00.10.08'}, [0x82, 0x49, 0x83, 0x42], true],
    ['other bytes for VP9', {codec: 'vp09.00.10.08'}, [0x82, 1, 2, 3], false],
    ['a sequence header and a frame of AV1', AV1, [0x0a, 1, 0, 0x32, 2, 0, 0], true],
    ['a last unit of AV1 without its length', AV1, [0x0a, 1, 0, 0x30, 9, 9], true],
    ['a unit of AV1 that is cut off', AV1, [0x0a, 9, 0], false],
    ['other bytes for AV1', AV1, [0xff, 1, 2, 3], false],
    ['any bytes for a codec that is not known', {codec: 'apcn'}, [1, 2, 3], true],
    ['any bytes without a configuration', null, [1, 2, 3], true],
  ])('with %s is judged', (_what, config, bytes, is) => {
    expect(isPicture(Buffer.from(bytes), config)).toBe(is)
  })
})
