import {stat} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, it, onTestFinished} from 'vitest'
import type {TestAppOptions} from '../../support/app'
import {emptyDisk, fillDisk} from '../../support/disk'
import {mountSmallDisk} from '../../support/smallDisk'
import {mp4} from '../../support/video'
import {createTus} from './tus'
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
