import {readdir, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import type {Page, Request} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {digitalAsset} from '../../server/database/schema/asset'
import {deep} from '../support/deep'
import {CUT} from './support/console'
import {SERVERS, useJourney, useKillableJourney} from './support/journey'
import {startNetwork} from './support/network'
import {padded, recorded} from './support/recording'
import {videosOn} from './support/videos'

const MIB = 1024 * 1024

describe.each(SERVERS)('videos on $kind', ({additions}) => {
  const journey = useJourney({additions, isMedia: true})

  it('are uploaded two at a time, shown, played and deleted', async () => {
    const page = await journey.open('/dashboard')
    const videos = videosOn(page)
    await videos.column.getByText('There are no videos yet. Upload one.').waitFor()
    await videos.choose([
      {name: 'Sunrise.mp4', mimeType: 'video/mp4', buffer: await recorded(page, 'mp4')},
      {name: 'Harbour.webm', mimeType: 'video/webm', buffer: await recorded(page, 'webm')},
    ])
    for (const name of ['Sunrise.mp4', 'Harbour.webm']) {
      await videos.upload(name).getByText('Ready', {exact: true}).waitFor()
      await videos.video(name).waitFor()
      await expect.poll(() => videos.video(name).locator('img').count()).toBe(additions ? 1 : 0)
    }
    await videos.column.getByText(additions ? /^2 videos · .* used$/ : '2 videos').waitFor()

    await videos
      .video('Harbour.webm')
      .getByRole('button', {name: /Harbour\.webm$/, pressed: false})
      .first()
      .click()
    const player = page.getByLabel('Preview of Harbour.webm')
    // A browser begins by itself only what can be seen.
    await player.scrollIntoViewIfNeeded()
    await expect
      .poll(() => player.evaluate(video => video instanceof HTMLVideoElement && video.currentTime > 0))
      .toBe(true)

    await videos.video('Harbour.webm').getByRole('button', {name: 'Delete Harbour.webm'}).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(additions ? 'No playlist and no device uses it.' : /^It leaves every playlist/).waitFor()
    await dialog.getByRole('button', {name: 'Delete video'}).click()
    await videos.video('Harbour.webm').waitFor({state: 'detached'})
    await player.waitFor({state: 'detached'})
    await page.reload()
    await videos.video('Sunrise.mp4').waitFor()
    expect(await videos.video('Harbour.webm').count()).toBe(0)
  })

  it('are uploaded wherever they are dropped on the screen, also while the section is folded', async () => {
    const page = await journey.open('/dashboard')
    const videos = videosOn(page)
    await videos.column.waitFor()
    const bytes = [...(await recorded(page, 'mp4'))]
    const files = await page.evaluateHandle(content => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(content)], 'Dropped.mp4', {type: 'video/mp4'}))
      return transfer
    }, bytes)
    const list = page.getByRole('region', {name: 'List of devices'})
    await list.dispatchEvent('dragover', {dataTransfer: files})
    await page.locator('[data-over]').waitFor()
    await list.dispatchEvent('drop', {dataTransfer: files})
    await page.locator('[data-over]').waitFor({state: 'detached'})
    await videos.upload('Dropped.mp4').getByText('Ready', {exact: true}).waitFor()
    await videos.video('Dropped.mp4').waitFor()
  })

  deep('are refused before they are sent, or by the server, with the reason', async () => {
    journey.expectComplaint(/status of 415/)
    const page = await journey.open('/dashboard')
    const videos = videosOn(page)
    await videos.choose([
      {name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes')},
      {name: 'nothing.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(0)},
      {name: 'named.mp4', mimeType: 'video/mp4', buffer: Buffer.from('This is no video, but says so.')},
    ])
    await videos.refusal.getByText('notes.txt is not a video. A file must be chosen; video files only').waitFor()
    await videos.refusal.getByText('nothing.mp4 is empty.').waitFor()
    await videos.upload('named.mp4').getByText('Only video files can be uploaded.').waitFor()
    await videos.upload('named.mp4').getByRole('button', {name: 'Remove named.mp4 from the list'}).click()
    await videos.list.waitFor({state: 'detached'})
    await videos.mark.waitFor({state: 'detached'})
  })

  deep('go on arriving while another screen is open, and can be cancelled there', async () => {
    const page = await journey.open('/dashboard')
    const videos = videosOn(page)
    const slow = padded(await recorded(page, 'mp4'), 3 * MIB)
    await throttle(page, 300_000)
    await videos.choose([
      {name: 'One.mp4', mimeType: 'video/mp4', buffer: slow},
      {name: 'Two.mp4', mimeType: 'video/mp4', buffer: slow},
      {name: 'Three.mp4', mimeType: 'video/mp4', buffer: slow},
    ])
    await videos.upload('Three.mp4').getByText('Waiting for its turn').waitFor()
    await page.getByRole('link', {name: 'Profile'}).click()
    await page.getByRole('heading', {level: 1, name: /profile/i}).waitFor()
    await videos.mark.filter({hasText: '%'}).click()
    const dialog = page.getByRole('dialog', {name: 'Uploads'})
    for (const name of ['Two.mp4', 'Three.mp4']) await dialog.getByRole('button', {name: `Cancel ${name}`}).click()
    await throttle(page, -1)
    await dialog.getByText('Ready', {exact: true}).waitFor()
    expect(await dialog.getByText('Cancelled').count()).toBe(2)
    await dialog.getByRole('button', {name: 'Clear the list'}).click()
    await videos.mark.waitFor({state: 'detached'})
    await page.getByRole('link', {name: 'Dashboard', exact: true}).click()
    await videos.video('One.mp4').waitFor()
    expect(await videos.video('Two.mp4').count()).toBe(0)
  })
})

describe.each(SERVERS)('an upload on $kind', ({additions}) => {
  const journey = useKillableJourney({additions, isMedia: true})

  const isInterrupted = (page: Page, name: string) =>
    videosOn(page)
      .upload(name)
      .getByText(/^Interrupted at \d+\s%\. It goes on by itself\.$/)
      .waitFor()

  /** Each file on the disk has its row, and each row its file. What a form had sent is left to the sweep. */
  async function nothingIsLost(name: string) {
    const namesIn = (folder: string) => readdir(join(journey.dataDir, 'assets', folder))
    const rows = await journey.database.db.select().from(digitalAsset)
    expect((await namesIn('stored')).sort()).toEqual(rows.map(({id}) => id).sort())
    expect(rows.filter(({originalName}) => originalName === name)).toHaveLength(1)
    expect((await namesIn('incoming')).filter(file => !/\.(json|part)$/.test(file))).toEqual([])
  }

  deep('goes on by itself when its server was killed, and leaves nothing behind', async () => {
    journey.expectComplaint(CUT)
    const page = await journey.open('/dashboard')
    const videos = videosOn(page)
    const offsets = offsetsOf(page)
    const file = padded(await recorded(page, 'mp4'), 2 * MIB)
    await throttle(page, 500_000)
    await videos.choose({name: 'Killed.mp4', mimeType: 'video/mp4', buffer: file})
    await expect.poll(() => videos.percent('Killed.mp4')).toBeGreaterThanOrEqual(60)
    await journey.server.kill()
    await isInterrupted(page, 'Killed.mp4')
    await throttle(page, -1)
    await journey.server.start()
    await videos.upload('Killed.mp4').getByText('Ready', {exact: true}).waitFor()
    await videos.video('Killed.mp4').waitFor()
    if (additions) expect(Math.max(...offsets())).toBeGreaterThan(file.length / 2)
    await nothingIsLost('Killed.mp4')
  })

  deep('goes on by itself when the network was cut at 60 percent', async () => {
    journey.expectComplaint(CUT)
    const network = await startNetwork(journey.origin)
    const page = await journey.open('/dashboard', {baseURL: network.origin})
    const videos = videosOn(page)
    const offsets = offsetsOf(page)
    const file = padded(await recorded(page, 'mp4'), 2 * MIB)
    network.cutAfter(0.6 * file.length)
    // Data that arrives at once with the end of its connection may never be read.
    await throttle(page, MIB)
    await videos.choose({name: 'Cut.mp4', mimeType: 'video/mp4', buffer: file})
    await isInterrupted(page, 'Cut.mp4')
    await throttle(page, -1)
    network.mend()
    await videos.upload('Cut.mp4').getByText('Ready', {exact: true}).waitFor()
    await videos.video('Cut.mp4').waitFor()
    if (additions) expect(Math.max(...offsets())).toBeGreaterThan(file.length / 2)
    await nothingIsLost('Cut.mp4')
  })
})

describe('an upload on a server with every addition', () => {
  const journey = useJourney({additions: true, isMedia: true})

  deep('warns before its page is left, and goes on where it was when the same file is chosen afterwards', async () => {
    journey.expectComplaint(CUT)
    const page = await journey.open('/dashboard')
    const videos = videosOn(page)
    const offsets = offsetsOf(page)
    const warnings: string[] = []
    page.on('dialog', dialog => {
      warnings.push(dialog.type())
      return dialog.accept()
    })
    const path = join(journey.dataDir, 'Left.mp4')
    await writeFile(path, padded(await recorded(page, 'mp4'), 2 * MIB))
    await throttle(page, 500_000)
    await page.getByRole('heading', {name: 'Upload video'}).dblclick()
    await videos.choose(path)
    await expect.poll(() => videos.percent('Left.mp4')).toBeGreaterThanOrEqual(50)
    await page.reload()
    await throttle(page, -1)
    expect(warnings).toEqual(['beforeunload'])
    await videos.upload('Left.mp4').getByText('Not finished.').waitFor()
    await videos.choose(path)
    await videos.upload('Left.mp4').getByText('Ready', {exact: true}).waitFor()
    await videos.video('Left.mp4').waitFor()
    expect(await videos.list.getByRole('listitem').count()).toBe(1)
    expect(Math.max(...offsets())).toBeGreaterThan(0)
  })
})

/** The places in the file from which its parts were sent. */
function offsetsOf(page: Page): () => number[] {
  const offsets: number[] = []
  page.on('request', (request: Request) => {
    const offset = request.headers()['upload-offset']
    if (request.method() === 'PATCH' && offset !== undefined) offsets.push(Number(offset))
  })
  return () => offsets
}

/** Limits what the page sends, in bytes a second; -1 is no limit. */
async function throttle(page: Page, uploadThroughput: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  })
}
