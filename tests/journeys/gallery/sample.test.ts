import {expect} from 'vitest'
import {deep} from '../../support/deep'
import {IS_QUICK} from '../../support/tier'
import {drawn} from '../support/axe'
import {openGallery, show, walkSample} from '../support/gallery'

deep('shows the kit in another way in each scheme and density', async () => {
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

if (IS_QUICK) walkSample()
