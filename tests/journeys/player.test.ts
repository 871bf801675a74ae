import type {BrowserContext, Page} from 'playwright-core'
import {beforeEach, describe, expect, it} from 'vitest'
import {PART_BYTES, partAddress} from '../../src/domain/player/address'
import {deep} from '../support/deep'
import {useJourney} from './support/journey'
import {type Desk, type Media, openDesk, touch} from './support/player'
import {coloursSeen, type Showing, showings, watchFrames} from './support/sights'

const CUT = /net::ERR_|Failed to load resource/
const DAY = 86_400_000
const MIB = 1024 * 1024

describe('the player', () => {
  const journey = useJourney({additions: true})
  let desk: Desk
  let media: Media

  beforeEach(async () => {
    desk = await openDesk(journey)
    media ??= await desk.uploadClips()
  })

  async function openPlayer(list: readonly string[], ...scripts: string[]): Promise<Screen> {
    await desk.setPlaylist(list)
    const context = await journey.newContext({viewport: {width: 640, height: 360}})
    await watchFrames(context)
    for (const script of scripts) await context.addInitScript(script)
    const page = await context.newPage()
    await page.goto(`/player#token=${journey.world.boiler.accessToken}`)
    return {page, context}
  }

  /** The network ends when a few parts of a file are stored, and then the page starts again. */
  async function cutDownload() {
    const large = await desk.uploadAgain('green', 64 * MIB)
    const {page, context} = await openPlayer([])
    await touch(page)
    await page.getByText('Nothing is assigned to this screen yet.').waitFor()
    const asked = requestsOf(page)
    const browser = await context.newCDPSession(page)
    const network = async (offline: boolean, downloadThroughput: number) => {
      await browser.send('Network.emulateNetworkConditions', {
        offline,
        downloadThroughput,
        latency: 0,
        uploadThroughput: -1,
      })
    }
    const parts = () =>
      page.evaluate(async () => {
        const keys = await (await caches.open('pulsewall.player.files')).keys()
        return keys.filter(({url}) => url.includes('/parts/')).length
      })
    await network(false, 4 * MIB)
    await desk.setPlaylist([large])
    await expect.poll(parts).toBeGreaterThan(1)
    await network(true, 0)
    const kept = await parts()
    await page.reload()
    return {page, large, asked, kept, goOnline: () => network(false, -1)}
  }

  it('plays each video in order, round and round, and says so', async () => {
    const {red, green, blue} = media
    const {page} = await openPlayer([red, green, blue])

    await expect.poll(async () => (await coloursSeen(page)).length).toBeGreaterThan(6)

    expect((await coloursSeen(page)).slice(0, 7)).toEqual(['red', 'green', 'blue', 'red', 'green', 'blue', 'red'])
    expect(new URL(page.url()).hash).toBe('')
    await expect.poll(async () => (await desk.plays()).length).toBeGreaterThan(5)
    expect((await desk.plays()).slice(0, 6)).toEqual(
      [red, green, blue, red, green, blue].map(assetId => expect.objectContaining({assetId, whole: true})),
    )
    expect(await desk.told('player')).toMatchObject({
      ready: 3,
      files: 3,
      fetching: null,
      faults: {},
      zone: 'Europe/Berlin',
      decodes: expect.arrayContaining(['h264', 'vp9', 'vp8']),
    })
    expect(await desk.told('heartbeat')).toEqual({ts: expect.any(Number), player: expect.any(String)})
  })

  // On a machine with much else to do the page looks too late, and the browser leaves frames out.
  deep.each(['sights', 'presented'] as const)(
    'shows each frame once, none of them black, by its %s',
    {retry: 2},
    async of => {
      const {red, green, blue} = media
      const {page} = await openPlayer([red, green, blue])
      await expect.poll(async () => (await coloursSeen(page)).length).toBeGreaterThan(6)

      const whole = (await showings(page, of)).slice(0, 6)

      expect(whole.map(({colour}) => colour)).toEqual(['red', 'green', 'blue', 'red', 'green', 'blue'])
      expect(whole.map(isRising)).toEqual(whole.map(() => true))
      const [first, second] = [whole.slice(0, 3), whole.slice(3)]
      expect(second.map(({numbers}) => numbers[0])).toEqual(first.map(({numbers}) => numbers[0]))
      expect(second.map(({numbers}) => numbers.at(-1))).toEqual(first.map(({numbers}) => numbers.at(-1)))
    },
  )

  deep('plays on for three rounds without a network, after a reload, too, and then takes the new list', async () => {
    journey.expectComplaint(CUT)
    const {red, green, blue} = media
    const {page, context} = await openPlayer([red, green])
    await expect.poll(() => coloursSeen(page)).toEqual(['red', 'green', 'red'])
    await context.setOffline(true)
    const told = (await desk.plays()).length
    await page.reload()
    const round = ['red', 'green']
    await expect.poll(() => coloursSeen(page)).toEqual([...round, ...round, ...round, 'red'])
    expect(await page.getByText('No connection since').count()).toBe(0)
    await touch(page)
    await page.getByText('No connection since').waitFor()

    await desk.setPlaylist([blue])
    await context.setOffline(false)

    await expect.poll(async () => (await coloursSeen(page)).at(-1)).toBe('blue')
    await expect.poll(async () => (await desk.plays()).length).toBeGreaterThan(told + 6)
    const starts = (await desk.plays()).map(({ts}) => ts)
    expect(new Set(starts).size).toBe(starts.length)
    await page.getByText('No connection since').waitFor({state: 'detached'})
  })

  deep('leaves out what can not be had, says why, and plays the rest of a new list', async () => {
    journey.expectComplaint(CUT)
    const {red, blue} = media
    const [damaged, missing] = [await desk.uploadAgain('red'), await desk.uploadAgain('green')]
    await desk.damageFile(damaged)
    await desk.removeFile(missing)
    const {page} = await openPlayer([red])
    const asked = requestsOf(page)
    await expect.poll(() => coloursSeen(page)).toEqual(['red'])

    await desk.setPlaylist([damaged, missing, blue])

    await expect.poll(() => coloursSeen(page)).toEqual(['red', 'blue'])
    await expect
      .poll(() => desk.told('player'))
      .toMatchObject({
        ready: 1,
        files: 3,
        fetching: null,
        playing: blue,
        faults: {
          [damaged]: 'The file does not match its checksum.',
          [missing]: 'The server does not have the file any more.',
        },
      })
    expect([asked(damaged).length, asked(missing).length]).toEqual([2, 1])
  })

  deep('passes over a video that the browser can not play, and says so', async () => {
    const {red, blue} = media
    const unplayable = await desk.uploadUnplayable()
    const {page} = await openPlayer([red])
    await expect.poll(() => coloursSeen(page)).toEqual(['red'])

    await desk.setPlaylist([unplayable, blue])

    await expect.poll(() => coloursSeen(page)).toEqual(['red', 'blue'])
    await expect
      .poll(() => desk.told('player'))
      .toMatchObject({ready: 2, files: 2, faults: {[unplayable]: 'The browser cannot play the file.'}})
  })

  deep('plays what fits into a full cache, says what does not, and fetches it when there is room', async () => {
    const {red, blue} = media
    const large = await desk.uploadAgain('green', 12 * MIB)
    const {page, context} = await openPlayer([red])
    await expect.poll(() => coloursSeen(page)).toEqual(['red'])
    const browser = await context.newCDPSession(page)
    const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
    await browser.send('Storage.overrideQuotaForOrigin', {origin: journey.origin, quotaSize: usage + 6 * MIB})

    await desk.setPlaylist([large, blue])

    await expect.poll(() => coloursSeen(page)).toEqual(['red', 'blue'])
    await expect
      .poll(() => desk.told('player'))
      .toMatchObject({ready: 1, files: 2, faults: {[large]: 'There is no room left for the file.'}})
    await browser.send('Storage.overrideQuotaForOrigin', {origin: journey.origin})
    await desk.setPlaylist([large])
    await expect.poll(() => coloursSeen(page)).toEqual(['red', 'blue', 'green'])
    await expect.poll(() => desk.told('player')).toMatchObject({ready: 1, files: 1, faults: {}})
  })

  deep('goes on with a download where it was cut, after a reload, too', async () => {
    journey.expectComplaint(CUT)
    const {page, large, asked, kept, goOnline} = await cutDownload()
    await goOnline()

    await expect.poll(() => coloursSeen(page)).toEqual(['green'])

    const [whole, rest] = asked(large)
    expect(whole?.range).toBe(undefined)
    expect(Number(/^bytes=(\d+)-$/.exec(rest?.range ?? '')?.[1])).toBeGreaterThanOrEqual(kept * PART_BYTES)
  })

  deep('fetches a file anew of which a part was damaged while it was kept', async () => {
    journey.expectComplaint(CUT)
    const {page, large, asked, goOnline} = await cutDownload()
    const address = partAddress(await desk.checksumOf(large), 0)
    await page.evaluate(
      async ([address, bytes]) => {
        const cache = await caches.open('pulsewall.player.files')
        await cache.put(address, new Response(new Uint8Array(bytes)))
      },
      [address, PART_BYTES] as const,
    )
    await goOnline()

    await expect.poll(() => coloursSeen(page)).toEqual(['green'])

    const ranges = asked(large).map(({range}) => range)
    expect(ranges.slice(-2)).toEqual([expect.stringMatching(/^bytes=\d+-$/), undefined])
    await expect.poll(() => desk.told('player')).toMatchObject({ready: 1, files: 1, faults: {}})
  })

  deep('begins to keep its files when its server is reached again that was lost while the page began', async () => {
    journey.expectComplaint(CUT)
    await desk.setPlaylist([media.red])
    const context = await journey.newContext({viewport: {width: 640, height: 360}})
    await watchFrames(context)
    let refused = 0
    await context.route('**/player', async route => {
      if (route.request().serviceWorker() === null || refused > 0) return route.fallback()
      refused++
      await context.setOffline(true)
      await route.abort()
    })
    const page = await context.newPage()
    await page.goto(`/player#token=${journey.world.boiler.accessToken}`)
    await expect.poll(() => refused).toBe(1)
    await context.setOffline(false)

    await expect.poll(() => coloursSeen(page)).toEqual(['red'])

    await expect.poll(() => desk.told('player')).toMatchObject({ready: 1, files: 1})
  })

  deep('tells the right time although its clock is a day ahead', async () => {
    const {red} = media
    const earliest = journey.now()
    const {page} = await openPlayer([red], aheadBy(DAY))
    await expect.poll(async () => (await showings(page)).some(({numbers}) => numbers.length > 1)).toBe(true)

    await expect.poll(() => desk.told('player')).toMatchObject({clock_error: expect.any(Number), playing: red})
    await expect.poll(async () => (await desk.plays()).at(-1)?.ts).toBeGreaterThan(earliest - 1000)

    const latest = journey.now() + 1000
    const {clock_error} = await desk.told('player')
    const {ts} = await desk.told('heartbeat')
    expect(Math.abs(Number(clock_error) - DAY)).toBeLessThanOrEqual(1000)
    expect([Number(ts) < latest, ((await desk.plays()).at(-1)?.ts ?? 0) < latest]).toEqual([true, true])
  })

  deep('plays on when its token is revoked, and says so', async () => {
    journey.expectComplaint(CUT)
    const {red, green} = media
    const {page} = await openPlayer([red, green])
    await expect.poll(() => coloursSeen(page)).toEqual(['red', 'green', 'red'])

    await desk.revokeToken()

    await touch(page)
    await page.getByText('The access of this screen was revoked.').waitFor()
    const seen = (await coloursSeen(page)).length
    await expect.poll(async () => (await coloursSeen(page)).length).toBeGreaterThan(seen + 2)
  })
})

interface Screen {
  page: Page
  context: BrowserContext
}

const isRising = ({numbers}: Showing): boolean =>
  numbers.length > 1 && numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))

/** Notes what the page asks for from now on; the result tells with which ranges it has asked for a video's file. */
function requestsOf(page: Page) {
  const asked: {assetId: string; range: string | undefined}[] = []
  page.on('request', request => {
    const [, assetId] = /\/digitalAssets\/files\/([^?]+)/.exec(request.url()) ?? []
    if (assetId !== undefined) asked.push({assetId, range: request.headers().range})
  })
  return (wanted: string) => asked.filter(({assetId}) => assetId === wanted)
}

/** Sets the clock of a page. */
const aheadBy = (milliseconds: number) => `{
  const Real = Date
  const now = () => Real.now() + ${milliseconds}
  globalThis.Date = class extends Real {
    constructor(...given) {
      super(...(given.length === 0 ? [now()] : given))
    }
    static now = now
  }
}`
