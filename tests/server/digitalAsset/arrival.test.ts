import {connect, type Socket} from 'node:net'
import {join} from 'node:path'
import {describe, expect, it, onTestFinished} from 'vitest'
import {cookieHeader, signIn, type TestAppOptions} from '../../support/app'
import {originOf} from '../../support/bareSocket'
import {emptyDisk, fillDisk} from '../../support/disk'
import {mountSmallDisk} from '../../support/smallDisk'
import {formOf, mp4} from '../../support/video'
import {createFileWorld, type FileWorld, SPECIFIED, video} from './world'

const DISK_FULL = 'The disk of the server is full: nothing can be stored.'
/** Nothing may come for four times as long, which is far longer than a pause of those who go on. Milliseconds. */
const LIMIT = 500
const FORM = formOf({file: video('a.mp4', mp4(200_000)), ...SPECIFIED})

async function createListening(options: TestAppOptions = {}): Promise<FileWorld> {
  const world = await createFileWorld(options)
  onTestFinished(() => world.close())
  await world.app.listen({host: '127.0.0.1', port: 0})
  return world
}

/** A client that sends the form as slowly as the test wants. */
async function openUpload({app}: FileWorld, length = FORM.payload.length) {
  const cookie = cookieHeader(await signIn(app, 'plant@t.test'))
  const socket = connect(originOf(app).port, '127.0.0.1')
  const answer = readAll(socket)
  socket.write(
    `POST /api/v0/digitalAssets/upload HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\n` +
      `Content-Type: ${FORM.headers['content-type']}\r\nContent-Length: ${length}\r\n\r\n`,
  )
  let sent = 0
  /** Sends this many further bytes of the form, or the rest. */
  function send(bytes = FORM.payload.length) {
    socket.write(FORM.payload.subarray(sent, sent + bytes))
    sent += bytes
  }
  return {socket, answer, send}
}

function readAll(socket: Socket): Promise<string> {
  let heard = ''
  socket.on('data', chunk => {
    heard += chunk
  })
  socket.on('error', () => {})
  return new Promise(resolve => socket.once('close', () => resolve(heard)))
}

describe('an upload', () => {
  it('may take longer than any other request', async () => {
    const world = await createListening({requestTimeout: LIMIT})
    // The thread that reads containers starts with the first video.
    await world.upload()
    const {answer, send} = await openUpload(world)
    send(100_000)
    await expect.poll(world.arriving).toHaveLength(1)
    const other = connect(originOf(world.app).port, '127.0.0.1')
    other.write(
      'POST /api/v0/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
    let refusal: string | undefined
    void readAll(other).then(heard => {
      refusal = heard
    })
    // It is not silent while the other one is ended.
    const refusalDuringUpload = () => {
      send(1)
      return refusal
    }
    await expect.poll(refusalDuringUpload).toContain('408 Request Timeout')

    send()

    expect(await answer).toContain('201 Created')
  })

  it('that is silent is ended, and leaves nothing', async () => {
    const world = await createListening({requestTimeout: LIMIT})
    const {answer, send} = await openUpload(world)
    send(50_000)
    const arriving = () => {
      send(1)
      return world.arriving()
    }
    await expect.poll(arriving).toHaveLength(1)

    await answer

    await expect.poll(world.arriving).toEqual([])
  })

  it('that its sender breaks off leaves nothing', async () => {
    const world = await createListening()
    const {socket, send} = await openUpload(world)
    send(100_000)
    await expect.poll(world.arriving).toHaveLength(1)

    socket.destroy()

    await expect.poll(world.arriving).toEqual([])
    expect(await world.stored()).toEqual([])
  })

  it('is ended at the limit, not behind it', async () => {
    const world = await createListening({files: {fileLimit: 100_000}})
    const {answer, send} = await openUpload(world, 150_000)
    send(150_000)

    expect(await answer).toContain('413 Payload Too Large')
    expect([await world.arriving(), await world.stored()]).toEqual([[], []])
  })

  it('is refused before it is read when it announces too much', async () => {
    const world = await createListening({files: {fileLimit: 1000}})
    const {answer} = await openUpload(world)

    expect(await answer).toContain('The file is too large: at most 1000 bytes are taken.')
  })

  it('is not stored when its sender has signed out in the meantime', async () => {
    const world = await createListening()
    const {answer, send} = await openUpload(world)
    send(100_000)
    await expect.poll(world.arriving).toHaveLength(1)
    await world.database.pool.query('update session set ended_at = 1')
    send()

    expect(await answer).toContain('401 Unauthorized')
    expect([await world.arriving(), await world.stored()]).toEqual([[], []])
  })
})

it('takes no more than the quota, even from two at once', async () => {
  const world = await createListening({files: {quota: 2500}})
  const answers = await Promise.all([world.upload(), world.upload(), world.upload()])

  expect(answers.map(({statusCode}) => statusCode).sort()).toEqual([201, 201, 413])
  expect(answers.find(({statusCode}) => statusCode === 413)?.json().message).toMatch(
    /^The organisation has no room for this file: 2\.\d+ KiB of 2\.44 KiB are used\.$/,
  )
  expect([(await world.stored()).length, await world.arriving()]).toEqual([2, []])
  expect((await world.call('plant', 'GET', '/api/v0/digitalAssets')).json()).toMatchObject({quota: 2500})
})

describe('a full disk', () => {
  it('is told before a file is read that it has no room for, and does not stop the server', async context => {
    const disk = await mountSmallDisk(140)
    if (!disk) return context.skip('no small disk can be mounted here')
    const world = await createListening({files: {folder: join(disk, 'assets')}})

    const response = await world.upload({file: video('a.mp4', mp4(20 * 1024 * 1024)), ...SPECIFIED})

    expect([response.statusCode, response.json()]).toEqual([507, {message: DISK_FULL}])
    expect([await world.arriving(), await world.stored()]).toEqual([[], []])
    expect((await world.upload()).statusCode).toBe(201)
  })

  it('is told when it fills up while a file arrives, and leaves nothing', async context => {
    const disk = await mountSmallDisk(140)
    if (!disk) return context.skip('no small disk can be mounted here')
    const world = await createListening({files: {folder: join(disk, 'assets')}})
    const {answer, send} = await openUpload(world)
    send(50_000)
    await expect.poll(world.arriving).toHaveLength(1)
    fillDisk(disk, 0)
    send()

    const told = await answer
    expect([told.slice(0, told.indexOf('\r\n')), told]).toEqual([
      expect.stringContaining(' 507 '),
      expect.stringContaining(JSON.stringify({message: DISK_FULL})),
    ])
    expect([await world.arriving(), await world.stored()]).toEqual([[], []])
    emptyDisk(disk)
    expect((await world.upload()).statusCode).toBe(201)
  })
})
