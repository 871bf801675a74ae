import {describe, expect, it} from 'vitest'
import {filmOf, noise} from '../support/film'
import {useJourney} from './support/journey'
import {inOrder, mediaOn, openColleague} from './support/media'
import {videosOn} from './support/videos'

describe('the library of a media organisation', () => {
  const journey = useJourney({additions: true, isMedia: true})

  it('orders its videos, gives several to the playlists of screens, and deletes several with their screens named', async () => {
    const other = await openColleague(journey)
    const [east, west] = [await other.createDevice('East'), await other.createDevice('West')]
    const uploaded = new Map<string, string>()
    for (const name of ['Breakfast.mp4', 'Autumn.mp4', 'Closing.mp4']) uploaded.set(name, await other.upload(name))
    const id = (name: string) => uploaded.get(`${name}.mp4`) ?? ''
    await other.arrange(west, [id('Closing')])
    const page = await journey.open(`/dashboard?device=${east}&videos=name`, {viewport: {width: 1920, height: 1080}})
    const videos = videosOn(page)
    const names = () => videos.column.getByRole('row').locator('bdi').allInnerTexts()
    await videos.video('Closing.mp4').getByText('in 1 list').waitFor()
    expect(await names()).toEqual(['Autumn.mp4', 'Breakfast.mp4', 'Closing.mp4'])
    await videos.column.getByRole('combobox', {name: 'Order of the videos'}).selectOption('In most lists first')
    await expect.poll(names).toEqual(['Closing.mp4', 'Autumn.mp4', 'Breakfast.mp4'])
    expect(new URL(page.url()).searchParams.get('videos')).toBe('lists')

    for (const name of ['Autumn.mp4', 'Breakfast.mp4'])
      await videos.column.getByRole('checkbox', {name: `Tick ${name}`}).check()
    await videos.column.getByText('2 ticked').waitFor()
    await videos.column.getByRole('button', {name: 'Assign to group …'}).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', {name: 'East'}).check()
    await dialog.getByRole('checkbox', {name: 'West'}).check()
    await dialog.getByRole('button', {name: 'Add to 2 playlists'}).click()
    await dialog.locator('[data-outcome="done"]').filter({hasText: 'West2 added'}).waitFor()
    await dialog.getByRole('button', {name: 'Close', exact: true}).last().click()
    expect(await other.read(east, '2/playlist')).toEqual(inOrder([id('Autumn'), id('Breakfast')]))
    expect(await other.read(west, '2/playlist')).toEqual(inOrder([id('Closing'), id('Autumn'), id('Breakfast')]))
    await mediaOn(page).item('Breakfast.mp4').waitFor()

    await videos.column.getByRole('button', {name: 'Delete 2 videos'}).click()
    await dialog
      .getByRole('list', {name: /^This device plays nothing else, and goes dark/})
      .getByText('East')
      .waitFor()
    await dialog
      .getByRole('list', {name: /^They leave the playlist of this device/})
      .getByText('West')
      .waitFor()
    await dialog.getByRole('button', {name: 'Delete 2 videos'}).click()
    await videos.video('Autumn.mp4').waitFor({state: 'detached'})
    await videos.video('Breakfast.mp4').waitFor({state: 'detached'})
    await videos.column.getByText(/^1 video · /).waitFor()
    expect(await other.read(west, '2/playlist')).toEqual(inOrder([id('Closing')]))

    await videos.column.getByText(/^Deleted: 2/).click()
    await videos.column.getByRole('button', {name: 'Restore Autumn.mp4'}).click()
    await videos.video('Autumn.mp4').waitFor()
  })

  it('says size, codec, sound and orientation of a video, and takes none without pictures', async () => {
    journey.expectComplaint(/status of 400/)
    const other = await openColleague(journey)
    await other.upload('Unreadable.mp4')
    const page = await journey.open('/dashboard', {viewport: {width: 1920, height: 1080}})
    const videos = videosOn(page)
    const film = async (name: string, options: Parameters<typeof filmOf>[0]) => ({
      name,
      mimeType: 'video/mp4',
      buffer: await filmOf(options),
    })
    await videos.choose([
      await film('Wide.mp4', {}),
      await film('Tall.mp4', {rotation: 90, hasSound: true}),
      await film('Noise.mp4', {picture: noise}),
    ])

    await videos.video('Wide.mp4').getByText('640 × 360 · H.264 · no sound · landscape').waitFor()
    await videos.video('Tall.mp4').getByText('360 by 640 pixels, H.264, sound, portrait').waitFor({state: 'attached'})
    await videos.video('Unreadable.mp4').getByText('size, codec and sound not known').waitFor()
    const reason = 'The pictures of the video cannot be read. The file is damaged.'
    await videos.upload('Noise.mp4').getByText(reason).waitFor()
    expect(await videos.video('Noise.mp4').count()).toBe(0)

    await videos.video('Tall.mp4').getByRole('button', {name: 'Tall.mp4', exact: true}).click()
    const preview = page.getByRole('region', {name: 'Preview'})
    await preview.getByText('360 × 640 · H.264 · sound · portrait').waitFor()
  })

  it('says which screens have no decoder for a video, before it is assigned to any', async () => {
    const other = await openColleague(journey)
    const [old, older] = [await other.createDevice('Old lobby'), await other.createDevice('Older lobby')]
    await other.upload('Film.mp4', await filmOf())
    const report = {revision: null, fetching: null, ready: 0, files: 0, playing: null, faults: {}}
    const unknown = {free: null, clock_error: null, zone: null}
    await other.write(old, '0/player', {...report, ...unknown, decodes: ['vp8', 'vp9']})
    await other.write(older, '0/player', {...report, ...unknown})
    const page = await journey.open('/dashboard', {viewport: {width: 1920, height: 1080}})
    const film = videosOn(page).video('Film.mp4')
    await film.getByText('Old lobby cannot play H.264').waitFor()

    await other.write(older, '0/player', {...report, ...unknown, decodes: []})
    await film.getByText('Old lobby and 1 other cannot play H.264').waitFor()

    await other.write(old, '0/player', {...report, ...unknown, decodes: ['h264']})
    await film.getByText('Older lobby cannot play H.264').waitFor()
  })
})
