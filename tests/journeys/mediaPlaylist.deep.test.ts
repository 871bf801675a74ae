import type {Page} from 'playwright-core'
import {beforeEach, describe, expect, it} from 'vitest'
import {SERVERS, useJourney} from './support/journey'
import {type Colleague, inOrder, mediaOn, openColleague} from './support/media'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const REPORT = {
  revision: 1,
  fetching: null,
  ready: 3,
  files: 3,
  faults: {},
  free: null,
  clock_error: 0,
  zone: 'Asia/Tokyo',
}
const REFUSED = /status of 4(04|09)/

describe.each(SERVERS)('the playlist of a device with $kind', ({additions}) => {
  const journey = useJourney({additions, isMedia: true})
  let other: Colleague
  let deviceId: string
  let videos: readonly [string, string, string]

  beforeEach(async () => {
    other = await openColleague(journey)
    deviceId = await other.createDevice('Foyer')
    videos = [await other.upload('Alpha.mp4'), await other.upload('Beta.mp4'), await other.upload('Gamma.mp4')]
  })

  async function open(): Promise<Page> {
    const page = await journey.open(`/dashboard?device=${deviceId}`, {viewport: {width: 1920, height: 1080}})
    await page.getByRole('heading', {name: 'Playlist'}).waitFor()
    return page
  }

  async function openArranged() {
    await other.arrange(deviceId, videos)
    const page = await open()
    const media = mediaOn(page)
    await media.item('Gamma.mp4').getByText('3 of 3').waitFor()
    return {page, media}
  }

  const kept = () => other.read(deviceId, '2/playlist')

  it('is opened beside one of its videos by the address', async () => {
    await other.arrange(deviceId, videos)
    const page = await journey.open(`/dashboard?device=${deviceId}&video=${videos[1]}`)
    const media = mediaOn(page)
    await media.region('Preview').getByText('Beta.mp4').waitFor()
    await media
      .item('Beta.mp4')
      .getByRole('button', {name: /Beta\.mp4$/, pressed: true})
      .waitFor()
  })

  it('is ordered by dragging with the mouse', async () => {
    const {page, media} = await openArranged()
    const [alpha, beta, gamma] = videos
    await media.drag('Gamma.mp4', 'Alpha.mp4')
    await media.announced('Gamma.mp4 is 1 of 3')
    await page.mouse.up()
    await expect.poll(media.order).toEqual(['Gamma.mp4', 'Alpha.mp4', 'Beta.mp4'])
    await expect.poll(kept).toEqual(inOrder([gamma, alpha, beta]))
    await media.drag('Gamma.mp4', 'Beta.mp4')
    await page.mouse.up()
    await media.announced('Gamma.mp4 is 3 of 3')
    await expect.poll(kept).toEqual(inOrder([alpha, beta, gamma]))
    expect(await media.order()).toEqual(['Alpha.mp4', 'Beta.mp4', 'Gamma.mp4'])
  })

  it('is ordered by the keyboard, which stays at the item that it moves, and ends do nothing', async () => {
    const {page, media} = await openArranged()
    const [alpha, beta, gamma] = videos
    const up = page.getByRole('button', {name: 'Move Gamma.mp4 up'})
    const down = page.getByRole('button', {name: 'Move Gamma.mp4 down'})
    await up.focus()
    await page.keyboard.press('Enter')
    await media.item('Gamma.mp4').getByText('2 of 3').waitFor()
    expect(await up.evaluate(button => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(kept).toEqual(inOrder([gamma, alpha, beta]))
    await page.keyboard.press('Tab')
    expect(await down.evaluate(button => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Space')
    await media.item('Gamma.mp4').getByText('2 of 3').waitFor()
    expect(await down.evaluate(button => button === document.activeElement)).toBe(true)
    await expect.poll(kept).toEqual(inOrder([alpha, gamma, beta]))
  })

  it('has tools for thumbs on a phone, and the one that removes apart from those that move', async () => {
    await other.arrange(deviceId, videos)
    const page = await journey.open(`/dashboard?device=${deviceId}&page=device`, {viewport: {width: 390, height: 844}})
    const row = mediaOn(page).item('Beta.mp4')
    const tool = async (name: string) => {
      const box = await row.getByRole('button', {name, exact: true}).boundingBox()
      if (box === null) throw new Error(`${name} is not on screen.`)
      return box
    }
    const hours = await tool('Hours and dates of Beta.mp4')
    const up = await tool('Move Beta.mp4 up')
    const down = await tool('Move Beta.mp4 down')
    const remove = await tool('Remove Beta.mp4 from the playlist')
    expect([hours, up, down, remove].filter(({width, height}) => width < 44 || height < 44)).toEqual([])
    expect(remove.x - (down.x + down.width)).toBeGreaterThanOrEqual(44)
  })

  it('takes back what was done, and does it again', async () => {
    const {page, media} = await openArranged()
    const [alpha, beta, gamma] = videos
    const [undo, redo] = [
      page.getByRole('button', {name: 'Undo', exact: true}),
      page.getByRole('button', {name: 'Redo', exact: true}),
    ]
    expect(await undo.isDisabled()).toBe(true)
    await media.press('Remove Beta.mp4 from the playlist')
    await media.press('Move Gamma.mp4 up')
    await expect.poll(kept).toEqual(inOrder([gamma, alpha]))
    await undo.click()
    await undo.click()
    await expect.poll(media.order).toEqual(['Alpha.mp4', 'Beta.mp4', 'Gamma.mp4'])
    await expect.poll(kept).toEqual(inOrder([alpha, beta, gamma]))
    expect(await undo.isDisabled()).toBe(true)
    await redo.click()
    await expect.poll(kept).toEqual(inOrder([alpha, gamma]))
    await redo.click()
    await expect.poll(kept).toEqual(inOrder([gamma, alpha]))
    expect(await redo.isDisabled()).toBe(true)
  })

  it.runIf(additions)('stands still while something is dragged, and then takes what others have written', async () => {
    journey.expectComplaint(REFUSED)
    const delta = await other.upload('Delta.mp4')
    const {page, media} = await openArranged()
    const [alpha, beta, gamma] = videos
    await media.drag('Gamma.mp4', 'Beta.mp4')
    await other.write(deviceId, '2/playlist', inOrder([delta, alpha, beta, gamma]))
    // A later write arrives later.
    await other.write(deviceId, '0/assigned_video_ids', [...videos, delta])
    await media.region('Videos on Device').locator(`[data-video="${delta}"]`).waitFor()
    expect((await media.order()).toSorted()).toEqual(['Alpha.mp4', 'Beta.mp4', 'Gamma.mp4'])
    await page.mouse.up()
    await expect.poll(kept).toEqual(inOrder([delta, alpha, gamma, beta]))
    await expect.poll(media.order).toEqual(['Delta.mp4', 'Alpha.mp4', 'Gamma.mp4', 'Beta.mp4'])
  })

  it('is not read from what is no list, and takes its place only when that is wanted', async () => {
    await other.write(deviceId, '0/assigned_video_ids', videos)
    await other.write(deviceId, '2/playlist', {campaign: 'spring'})
    const page = await open()
    const media = mediaOn(page)
    const column = media.region('Playlist')
    await column.getByRole('alert').getByText('This list contains data that we don’t recognise').waitFor()
    expect(await kept()).toEqual({campaign: 'spring'})
    await column.getByRole('button', {name: 'Replace it'}).click()
    await column.getByText('Nothing is played yet.').waitFor()
    await media.press('Add Beta.mp4 to the playlist')
    await expect.poll(kept).toEqual(inOrder([videos[1]]))
  })

  it('says when each of its videos is planned, which never plays, which is on screen, and when there is nothing', async () => {
    const [alpha, beta, gamma] = videos
    const whens = [
      {days: []},
      {from: '08:00', until: '18:00', days: [1, 2, 3, 4, 5], through: '2020-01-01'},
      {from: '00:00', until: '23:30'},
    ]
    await other.write(deviceId, '0/heartbeat', {ts: journey.now()})
    await other.write(deviceId, '0/player', {...REPORT, playing: gamma})
    const ordered = inOrder([alpha, beta, gamma]).map((item, at) => ({...item, when: whens[at]}))
    await other.write(deviceId, '2/playlist', ordered)
    const media = mediaOn(await open())
    await media.item('Alpha.mp4').getByText('Never plays: no day is chosen').waitFor()
    await media.item('Beta.mp4').getByText('08:00–18:00 · Mon–Fri · until 1 Jan 2020').waitFor()
    await media.item('Beta.mp4').getByText('Ended on 1 Jan 2020').waitFor()
    await media
      .item('Gamma.mp4')
      .getByText(/^00:00–23:30 · (planned now, until 23:30|next at )/)
      .waitFor()
    await media.item('Gamma.mp4').getByText('On screen now').waitFor()
    const gaps = 'Nothing is planned today 23:30–24:00 · Asia/Tokyo'
    await media.region('Playlist').getByRole('figure').getByText(gaps).waitFor()
    await media.press('Hours and dates of Gamma.mp4')
    const dialog = media.dialog('Hours and dates of Gamma.mp4')
    await dialog.getByText('Times are in the screen’s time zone, Asia/Tokyo.').waitFor()
    for (const day of DAYS) await dialog.getByRole('checkbox', {name: day}).click()
    await dialog.getByRole('button', {name: 'Save'}).click()
    await dialog.getByText('Choose at least one day.').waitFor()
    expect(await kept()).toEqual(ordered)
    await dialog.getByRole('checkbox', {name: 'Wed'}).click()
    await dialog.getByRole('button', {name: 'Save'}).click()
    await media
      .item('Gamma.mp4')
      .getByText(/^00:00–23:30 · Wed · /)
      .waitFor()
  })

  it('is beside the dialog of its hours, in sight', async () => {
    await other.arrange(deviceId, videos)
    const page = await journey.open(`/dashboard?device=${deviceId}`, {viewport: {width: 1280, height: 800}})
    const media = mediaOn(page)
    await media.press('Hours and dates of Alpha.mp4')
    const [dialog, list] = [
      await media.dialog('Hours and dates of Alpha.mp4').boundingBox(),
      await media.playlist.boundingBox(),
    ]
    if (dialog === null || list === null) throw new Error('The dialog or the list is not on screen.')
    expect(dialog.x + dialog.width <= list.x || dialog.x >= list.x + list.width).toBe(true)
    expect(dialog.y + dialog.height).toBeLessThanOrEqual(800)
  })

  it('keeps its hours by its own clock where the screen reports a zone that nobody knows', async () => {
    const [alpha] = videos
    await other.write(deviceId, '0/player', {...REPORT, zone: 'Mars/Olympus', playing: null})
    await other.write(deviceId, '2/playlist', [{assetId: alpha, order: 0, when: {from: '08:00', until: '18:00'}}])
    const media = mediaOn(await open())
    await media.item('Alpha.mp4').getByText('08:00–18:00', {exact: true}).waitFor()
    await media
      .region('Playlist')
      .getByText(/· the screen’s own time zone$/)
      .waitFor()
  })

  it('says that its device was removed meanwhile', async () => {
    journey.expectComplaint(REFUSED)
    const {media} = await openArranged()
    await other.deleteDevice(deviceId)
    await media.press('Move Gamma.mp4 up')
    await media.region('Playlist').getByText('This device does not exist any more.').waitFor()
  })

  it('loses a video that is deleted, and lets one be removed that is not there any more', async () => {
    const {page, media} = await openArranged()
    const [alpha, , gamma] = videos
    await other.deleteVideo(videos[1])
    expect(await kept()).toEqual(inOrder([alpha, gamma]))
    await other.write(deviceId, '2/playlist', inOrder([alpha, videos[1], gamma]))
    await page.reload()
    await media.item('Unknown video').getByText('2 of 3').waitFor()
    await media.press('Remove Unknown video from the playlist')
    await expect.poll(kept).toEqual(inOrder([alpha, gamma]))
  })

  it('is named before a video is deleted, said to go dark when it has no other, and had back', async () => {
    const shared = await other.upload('Shared.mp4')
    await other.arrange(deviceId, [...videos, shared])
    const market = await other.createDevice('Market hall')
    await other.arrange(market, [shared])
    const page = await open()
    await page.getByRole('button', {name: 'Delete Shared.mp4'}).click()
    const dialog = page.getByRole('dialog')
    if (additions) {
      const devices = (name: string) => dialog.getByRole('list', {name}).getByRole('listitem').allInnerTexts()
      await dialog.getByText('It is assigned to 2 devices.').waitFor()
      expect(await devices('This device plays only this video, and goes dark:')).toEqual(['Market hall'])
      expect(await devices('It leaves the playlist of this device, which plays the rest:')).toEqual(['Foyer'])
      await dialog.getByText(/^It can be restored for 24 hours/).waitFor()
      await dialog.getByRole('button', {name: 'Delete video'}).click()
      await expect.poll(() => other.read(market, '2/playlist')).toEqual([])
      await page.getByText(/^Deleted: \d/).click()
      await page.getByRole('button', {name: 'Restore Shared.mp4'}).click()
      await page.getByText('Shared.mp4 is restored, and in 4 lists again.').waitFor()
      await page.getByRole('button', {name: 'Delete Shared.mp4'}).waitFor()
      expect(await other.read(market, '2/playlist')).toEqual(inOrder([shared]))
      expect(await kept()).toEqual(inOrder([...videos, shared]))
    } else {
      await dialog.getByText(/^It leaves every playlist/).waitFor()
      await dialog.getByText('The file is deleted permanently.').waitFor()
    }
  })
})
