import {expect, it} from 'vitest'
import {restoredText} from '../../../src/machines/media/deletedVideos'

it.each([
  [{playlists: 1, assignments: 2, changedSince: 0}, 'Sunrise.mp4 is restored, and in 3 lists again.'],
  [
    {playlists: 1, assignments: 0, changedSince: 1},
    'Sunrise.mp4 is restored, and in 1 list again. One list was changed since, and stays as it is.',
  ],
  [
    {playlists: 0, assignments: 0, changedSince: 1200},
    'Sunrise.mp4 is restored, and in 0 lists again. 1,200 lists were changed since, and stay as they are.',
  ],
])('says of %j what is restored and what is not', (restored, text) => {
  expect(restoredText('Sunrise.mp4', restored)).toBe(text)
})
