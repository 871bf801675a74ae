import {afterAll, beforeAll, expect, it} from 'vitest'
import {ROOMS} from '../gallery/entries'
import {violations} from './support/axe'
import {DESK, type GalleryJourney, show, startGallery} from './support/gallery'

let gallery: GalleryJourney

beforeAll(async () => {
  gallery = await startGallery('gallery-dark')
})
afterAll(() => gallery?.close())

it.each(Object.keys(ROOMS))(
  'every state of %s has the contrast that axe asks for when it is dark',
  async room => {
    const found = await gallery.complaintsOf(room, {scheme: 'dark', viewport: DESK}, page =>
      violations(page, ['color-contrast']),
    )
    expect(found).toEqual([])
  },
  480_000,
)

it('shows the kit in another way in each scheme and density', async () => {
  const pictures = new Map<string, Buffer>()
  await gallery.open({scheme: 'light', viewport: DESK}, async ({page}) => {
    for (const name of ['kit/comfortable', 'kit/compact']) {
      for (const scheme of ['light', 'dark'] as const) {
        await show(page, name, scheme)
        pictures.set(`${name} ${scheme}`, await page.screenshot())
      }
    }
  })
  expect([...pictures].filter(([, {byteLength}]) => byteLength < 10_000)).toEqual([])
  expect(new Set([...pictures.values()].map(picture => picture.toString('base64'))).size).toBe(4)
})
