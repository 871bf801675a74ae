import {createServer} from 'node:http'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'

const NAME = 'Sites'
const FAILING = '/4/8/5.png'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('a map of a server of tiles', () => {
  let isFailing = true
  const asked = new Set<string>()
  const referrers = new Set<string | undefined>()
  const server = createServer(({url = '', headers}, response) => {
    asked.add(url)
    referrers.add(headers.referer)
    if (isFailing && url === FAILING) response.writeHead(404).end()
    else response.writeHead(200, {'content-type': 'image/png'}).end(PIXEL)
  })
  beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise(resolve => server.close(resolve)))

  const port = () => {
    const address = server.address()
    return typeof address === 'object' ? address?.port : undefined
  }
  const journey = useJourney({
    additions: true,
    hasOwnTime: true,
    mapTiles: () => ({url: `http://127.0.0.1:${port()}/{z}/{x}/{y}.png`, attribution: '© Tiles of the works'}),
  })

  it('has its tiles beneath its marks, and the outline where one is missing, which it asks for again', async () => {
    journey.expectComplaint(/status of 404/)
    const {conveyor} = journey.world
    await journey.post(conveyor.accessToken, {speed: 2, latitude: 48, longitude: 9})
    const page = await openWall()
    const map = page.getByRole('group', {name: NAME, exact: true})
    await map.getByRole('button', {name: /^Conveyor, /}).waitFor()
    const missing = map.getByText('Parts of the map could not be loaded · © Tiles of the works')
    await missing.waitFor()
    expect([...asked]).toEqual(expect.arrayContaining(['/4/7/5.png', FAILING, '/4/8/4.png', '/4/8/6.png']))
    expect([...referrers]).toEqual([undefined])
    const failed = map.locator(`img[src$="${FAILING}"]`)
    expect(await failed.count()).toBe(0)

    const outline = map.locator('canvas')
    const marked = (canvas: HTMLCanvasElement) => canvas.getContext('2d')?.getImageData(0, 0, 1, 1).data.join()
    await outline.evaluate((canvas: HTMLCanvasElement) => {
      canvas.getContext('2d')?.reset()
      canvas.getContext('2d')?.fillRect(0, 0, 1, 1)
    })
    isFailing = false
    await journey.pass(5 * 60_000)
    await failed.waitFor()
    await map.getByText('© Tiles of the works', {exact: true}).waitFor()
    await missing.waitFor({state: 'detached'})
    // Devices that change their states leave the outline as it is.
    await map.getByRole('button', {name: 'Conveyor, late'}).waitFor()
    expect(await outline.evaluate(marked)).toBe('0,0,0,255')
  })

  async function openWall() {
    const {plantId} = journey.world
    const page = await journey.open('/healthz', {viewport: {width: 1600, height: 900}})
    await page.route('**/config.json', async route => {
      const config = await (await route.fetch()).json()
      await route.fulfill({json: {...config, dashboards: {media: [], wall: [plantId]}}})
    })
    const panel = {kind: 'map', title: NAME, x: 0, y: 0, w: 12, h: 7}
    const view = {view: 'kept', latitude: 47, longitude: 8, zoom: 4}
    const path = `/api/v0/attribute/organisation/${plantId}/2/walls`
    const kept = await page.request.put(path, {data: {json_v: [{name: NAME, panels: [{...panel, ...view}]}]}})
    expect(kept.ok()).toBe(true)
    await page.goto(`/dashboard?wall=${NAME}`)
    return page
  }
})
