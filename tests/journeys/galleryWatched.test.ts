import {expect, it} from 'vitest'
import {ENTRIES} from '../gallery/entries'
import {drawn} from './support/axe'
import {openGallery, show, walkGallery} from './support/gallery'

it('has a name for each picture', () => {
  const names = ENTRIES.map(({name}) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

it('shows the kit in another way in each scheme and density', async () => {
  const pictures = new Map<string, Buffer>()
  await openGallery(async page => {
    for (const name of ['kit/comfortable', 'kit/compact']) {
      await show(page, name)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({colorScheme})
        await drawn(page)
        pictures.set(`${name} ${colorScheme}`, await page.screenshot())
      }
    }
  })
  expect([...pictures].filter(([, {byteLength}]) => byteLength < 10_000)).toEqual([])
  expect(new Set([...pictures.values()].map(picture => picture.toString('base64'))).size).toBe(4)
})

walkGallery(
  'watched',
  import.meta.glob(['../../src/machines/**/*.ts', '!../../src/machines/{console,media,player}/**'], {eager: true}),
)
