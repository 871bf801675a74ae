import {stat} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, it, onTestFinished} from 'vitest'
import {UNFINISHED_UPLOADS} from '../../../contract/limits'
import type {TestAppOptions} from '../../support/app'
import {emptyDisk, fillDisk} from '../../support/disk'
import {mountSmallDisk} from '../../support/smallDisk'
import {mp4} from '../../support/video'
import {createTus, PATH} from './tus'
import {createFileWorld} from './world'

async function open(files: NonNullable<TestAppOptions['files']>) {
  const world = await createFileWorld({files})
  onTestFinished(() => world.close())
  return {world, tus: await createTus(world)}
}

it('an upload that the organisation has no room for is refused before it is sent', async () => {
  const {world, tus} = await open({quota: 2500})
  await world.upload()

  const answer = await tus.create({}, 2000)

  expect([answer.status, await answer.json()]).toEqual([
    413,
    {message: 'The organisation has no room for this file: 1.12 KiB of 2.44 KiB are used.'},
  ])
  expect(await world.arriving()).toEqual([])
})

it('what unfinished uploads have announced counts, until they are finished or given up', async () => {
  const {tus} = await open({quota: 2500})
  const bytes = mp4(500)
  const first = await tus.created({}, bytes.length)
  const second = await tus.created({}, 1400)
  const more = () => tus.create({}, 1000)

  expect([(await more()).status, (await more()).status]).toEqual([413, 413])
  expect((await tus.send(first, 0, bytes)).status).toBe(200)
  expect((await more()).status).toBe(413)
  expect((await tus.ask('DELETE', second)).status).toBe(204)
  expect((await more()).status).toBe(201)
})

it('uploads that begin at once get no more than the quota', async () => {
  const {tus} = await open({quota: 2500})

  const answers = await Promise.all([1, 2, 3, 4].map(() => tus.create({}, 1000)))

  expect(answers.map(({status}) => status).sort()).toEqual([201, 201, 413, 413])
})

it('an organisation has a limited number of unfinished uploads, and none of unknown length', async () => {
  const {tus} = await open({})
  for (let begun = 0; begun < UNFINISHED_UPLOADS; begun++) await tus.created({}, 1000)

  const answer = await tus.create({}, 1000)
  const deferred = await tus.ask('POST', PATH, {'upload-defer-length': '1', 'upload-metadata': 'filename YS5tcDQ='})

  expect([answer.status, await answer.json()]).toEqual([
    429,
    {message: `The organisation has ${UNFINISHED_UPLOADS} unfinished uploads already.`},
  ])
  expect(deferred.status).toBe(400)
})

it('an upload is stopped when the disk has filled since it began', async context => {
  const disk = await mountSmallDisk(200)
  if (!disk) return context.skip('no small disk can be mounted here')
  const {tus} = await open({folder: join(disk, 'assets')})
  const bytes = mp4(9 * 1024 * 1024)
  const at = await tus.created({}, bytes.length)
  fillDisk(disk, 100 * 1024 * 1024)

  expect([(await tus.send(at, 0, bytes)).status, await tus.offsetOf(at)]).toEqual([507, '0'])
})

it('an upload that fits no longer when it is complete is refused, and not kept', async () => {
  const {world, tus} = await open({quota: 2500})
  const bytes = mp4(2000)
  const at = await tus.created({}, bytes.length)
  await world.upload()

  const answer = await tus.send(at, 0, bytes)

  expect([answer.status, (await answer.json()).message]).toEqual([
    413,
    expect.stringMatching(/^The organisation has no/),
  ])
  expect([await world.arriving(), (await world.stored()).length]).toEqual([[], 1])
})

it('an upload that meets a full disk is told so, and goes on when there is room again', async context => {
  const disk = await mountSmallDisk(150)
  if (!disk) return context.skip('no small disk can be mounted here')
  const folder = join(disk, 'assets')
  const {world, tus} = await open({folder})
  const bytes = mp4(9 * 1024 * 1024)
  const at = await tus.created({}, bytes.length)
  fillDisk(disk, 1024 * 1024)

  const answer = await tus.send(at, 0, bytes)

  expect([answer.status, await answer.json()]).toEqual([
    507,
    {message: 'The disk of the server is full: nothing can be stored.'},
  ])
  emptyDisk(disk)
  const offset = (await stat(join(folder, 'incoming', at.split('/').at(-1) ?? ''))).size
  expect(await tus.offsetOf(at)).toBe(String(offset))
  expect((await tus.send(at, offset, bytes.subarray(offset))).status).toBe(200)
  expect([(await world.stored()).length, (await world.arriving()).filter(name => !name.endsWith('.json'))]).toEqual([
    1,
    [],
  ])
})
