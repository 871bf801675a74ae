import {beforeEach, describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'
import {type Colleague, mediaOn, openColleague} from './support/media'

const WIDE = {viewport: {width: 1920, height: 1080}}

describe('the fallback on the board', () => {
  const journey = useJourney({additions: true, isMedia: true})
  let other: Colleague
  let east: string
  let foyer: string
  let spring: string
  let summer: string

  beforeEach(async () => {
    other = await openColleague(journey)
    east = await other.createDevice('East')
    await other.createDevice('West')
    foyer = await other.createGroup('Foyer', [east])
    spring = await other.upload('Spring.mp4')
    summer = await other.upload('Summer.mp4')
  })

  it('is chosen for all devices and for a group, says which screens play it, and is named where a video is deleted', async () => {
    const page = await journey.open('/dashboard', WIDE)
    const media = mediaOn(page)
    const library = media.region('Server Videos')
    const add = (name: string) => media.press(`Add ${name} to the fallback`)

    await media.press('Fallback (All devices)')
    const all = media.dialog('Fallback of all devices')
    await all.getByText('No video yet. Screens without a fallback show nothing.').waitFor()
    await add('Spring.mp4')
    await all.getByRole('list', {name: 'Fallback videos'}).getByText('1 of 1').waitFor()
    await page.keyboard.press('Escape')
    await library.getByText('fallback of all devices').waitFor()

    await media.press('Fallback (Foyer)')
    const group = media.dialog('Fallback of Foyer')
    await add('Summer.mp4')
    await add('Spring.mp4')
    await group.getByText('1 device plays it when there is nothing else:').waitFor()
    await group.getByText('East', {exact: true}).waitFor()
    await media.press('Move Spring.mp4 up')
    await expect.poll(() => other.readOfGroup(foyer, '2/fallback_video_ids')).toEqual([spring, summer])
    await media.press('Remove Summer.mp4 from the fallback')
    await media.press('Add Summer.mp4 to the fallback')
    await expect.poll(() => other.readOfGroup(foyer, '2/fallback_video_ids')).toEqual([spring, summer])
    await page.keyboard.press('Escape')
    await page.getByRole('button', {name: 'Fallback: 2 (Foyer)'}).waitFor()
    await library.getByText('fallback of all devices, Foyer').waitFor()

    await media.press('Delete Spring.mp4')
    const deletion = media.dialog('Delete this video?')
    await deletion.getByRole('list', {name: 'It is the only fallback video of:'}).getByText('all devices').waitFor()
    await deletion.getByRole('list', {name: 'It leaves the fallback of:'}).getByText('Foyer').waitFor()
    await deletion.getByRole('button', {name: 'Delete video'}).click()
    await expect.poll(() => other.readOfGroup(foyer, '2/fallback_video_ids')).toEqual([summer])
  })
})

describe('the board on a server of the specified calls', () => {
  const journey = useJourney({additions: false, isMedia: true})

  it('has no fallback', async () => {
    const other = await openColleague(journey)
    await other.createGroup('Foyer', [await other.createDevice('East')])
    const page = await journey.open('/dashboard', WIDE)
    await mediaOn(page).region('Device Groups').getByRole('button', {name: 'Foyer 1 device'}).waitFor()
    expect(await page.getByRole('button', {name: /^Fallback/}).count()).toBe(0)
  })
})
