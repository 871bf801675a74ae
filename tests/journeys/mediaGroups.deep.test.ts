import type {Page} from 'playwright-core'
import {beforeEach, describe, expect, it} from 'vitest'
import {SERVERS, useJourney} from './support/journey'
import {type Colleague, inOrder, mediaOn, openColleague} from './support/media'

const REFUSED = /status of 4(04|09)/

describe.each(SERVERS)('devices of a media organisation with $kind', ({additions}) => {
  const journey = useJourney({additions, isMedia: true})
  let other: Colleague
  let page: Page
  let media: ReturnType<typeof mediaOn>
  let devices: readonly [string, string, string]

  beforeEach(async () => {
    other = await openColleague(journey)
    devices = [await other.createDevice('East'), await other.createDevice('North'), await other.createDevice('West')]
    page = await journey.open(`/dashboard?device=${devices[0]}`, {viewport: {width: 1920, height: 1080}})
    media = mediaOn(page)
    await media.row(devices[0]).waitFor()
  })

  const group = (name: string) => media.region('Device Groups').getByRole('button', {name})

  async function createGroup(name: string) {
    await media.openSection('Device Group Admin')
    await media.press('Create group')
    await page.getByRole('textbox', {name: 'Name of the group'}).fill(name)
    await page.getByRole('dialog').getByRole('button', {name: 'Create group'}).click()
    await media
      .region('Device Groups')
      .getByRole('button', {name: `${name} 0 devices`})
      .waitFor()
  }

  async function put(deviceId: string, name: string, group: string) {
    await media.row(deviceId).locator('th').click()
    const saved = page.waitForResponse(
      answer => answer.url().includes('/attribute/asset/') && answer.request().method() !== 'GET',
    )
    await page.getByRole('checkbox', {name: `${name} is in ${group}`}).check()
    await page.getByText(`The playlist of “${name}” stays as it is.`).first().waitFor()
    expect((await saved).ok()).toBe(true)
    await media.row(deviceId).getByText(group).waitFor()
  }

  it('are grouped: a group is created, filled, renamed, left and deleted', async () => {
    await createGroup('Foyer')
    await put(devices[0], 'East', 'Foyer')
    await put(devices[1], 'North', 'Foyer')
    await group('Foyer 2 devices').waitFor()

    await media.press('Rename Foyer')
    await page.getByRole('textbox', {name: 'Name of the group'}).fill('Entrance')
    await page.getByRole('dialog').getByRole('button', {name: 'Rename', exact: true}).click()
    await media.row(devices[0]).getByText('Entrance').waitFor()

    await page.getByRole('checkbox', {name: 'North is in Entrance'}).uncheck()
    await group('Entrance 1 device').click()
    await expect.poll(() => page.locator('[data-device]').count()).toBe(1)
    await page.reload()
    await media.region('Device Groups').getByRole('button', {name: 'Entrance 1 device', pressed: true}).waitFor()

    await media.openSection('Device Group Admin')
    await media.press('Delete Entrance')
    await page.getByRole('dialog').getByText('Delete the group “Entrance”? Its device stays as it is.').waitFor()
    await page.getByRole('dialog').getByRole('button', {name: 'Delete', exact: true}).click()
    await media.region('Device Groups').getByText('No groups yet').waitFor()
    await media.row(devices[1]).waitFor()
  })

  it('get a video all at once, each with its outcome, and those that failed once more', async () => {
    journey.expectComplaint(REFUSED)
    const video = await other.upload('Spring.mp4')
    await createGroup('Street')
    for (const [at, name] of ['East', 'North', 'West'].entries()) await put(devices[at] ?? '', name, 'Street')
    await page.goto(`/dashboard?device=${devices[0]}`)
    await group('Street 3 devices').waitFor()
    await media
      .region('Server Videos')
      .getByRole('button', {name: /Spring\.mp4/, pressed: false})
      .first()
      .click()
    await media.region('Preview').getByRole('button', {name: 'Assign to group …'}).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', {name: 'Street 3 devices'}).check()
    // One device is gone meanwhile, and another one's attribute holds no list.
    await other.deleteDevice(devices[2])
    await other.write(devices[1], '0/assigned_video_ids', 'spring')
    await dialog.getByRole('button', {name: 'Add to 3 playlists'}).click()
    await dialog.getByText('1 assigned, 2 failed').waitFor()
    await dialog.locator('[data-outcome="done"]').filter({hasText: 'East1 added'}).waitFor()
    await dialog.locator('[data-outcome="failed"]').filter({hasText: 'North'}).waitFor()
    await dialog.locator('[data-outcome="failed"]').filter({hasText: 'West'}).waitFor()
    expect(await other.read(devices[1], '0/assigned_video_ids')).toBe('spring')

    await other.write(devices[1], '0/assigned_video_ids', [])
    await dialog.getByRole('button', {name: 'Retry the failed'}).click()
    await dialog.getByText('2 assigned, 1 failed').waitFor()
    for (const id of devices.slice(0, 2)) {
      expect(await other.read(id, '0/assigned_video_ids')).toEqual([video])
      expect(await other.read(id, '2/playlist')).toEqual(inOrder([video]))
    }
    await dialog.getByRole('button', {name: 'Close', exact: true}).last().click()
    await media.region('Videos on Device').getByText('Spring.mp4').waitFor()
    await media.item('Spring.mp4').waitFor()
  })

  it('get the playlist of one of them in place of their own, by their group or one by one', async () => {
    const videos = [await other.upload('Morning.mp4'), await other.upload('Evening.mp4')]
    await other.arrange(devices[0], videos)
    await createGroup('Hall')
    await put(devices[1], 'North', 'Hall')
    const targets = [devices[1], await other.createDevice('Roof garden')]
    const old = await other.upload('Old.mp4')
    for (const device of targets) await other.arrange(device, [old])
    await page.goto(`/dashboard?device=${devices[0]}`)
    await group('Hall 1 device').waitFor()
    await media.item('Evening.mp4').waitFor()
    await media.region('Playlist').getByRole('button', {name: 'Assign to group …'}).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', {name: /^Replace/}).check()
    await dialog.getByRole('checkbox', {name: 'Hall 1 device'}).check()
    await dialog.getByRole('searchbox', {name: 'Find a device'}).fill('roof')
    await dialog.getByRole('checkbox', {name: 'Roof garden'}).check()
    await dialog.getByRole('button', {name: 'Replace 2 playlists'}).click()
    await dialog.getByText('2 assigned', {exact: true}).waitFor()
    await dialog.locator('[data-outcome="done"]').filter({hasText: 'Roof gardenReplaced, 1 removed'}).waitFor()
    for (const device of targets) {
      expect(await other.read(device, '2/playlist')).toEqual(inOrder(videos))
      expect(await other.read(device, '0/assigned_video_ids')).toEqual([old, ...videos])
    }
  })

  it('are labelled by two people at once: the second is told, and loses nothing', async () => {
    await media
      .row(devices[0])
      .getByRole('button', {name: /Edit the customer label of East$/})
      .click()
    const field = page.getByRole('textbox', {name: 'Customer label of East'})
    // Some letters go from row to row, outside of fields.
    await field.pressSequentially('Kiosk, main door j')
    await other.relabel(devices[0], 'Side door')
    await field.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Someone else changed this to “Side door”.').waitFor()
    expect(await field.inputValue()).toBe('Kiosk, main door j')
    await dialog.getByRole('button', {name: 'Keep mine'}).click()
    await media
      .row(devices[0])
      .getByRole('button', {name: /^Kiosk, main door j\./})
      .waitFor()

    await media
      .row(devices[0])
      .getByRole('button', {name: /^Kiosk, main door j\./})
      .click()
    await field.fill('Back door')
    await other.relabel(devices[0], 'Roof')
    await media
      .row(devices[1])
      .getByRole('button', {name: /Edit the customer label of North$/})
      .click()
    await dialog.getByText('Someone else changed this to “Roof”.').waitFor()
    await dialog.getByRole('button', {name: 'Use theirs'}).click()
    await media
      .row(devices[0])
      .getByRole('button', {name: /^Roof\./})
      .waitFor()
    await page.getByRole('textbox', {name: 'Customer label of North'}).waitFor()
  })
})
