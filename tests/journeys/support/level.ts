import type {Page} from 'playwright-core'

/** Drags the level of an alarm to the middle of the chart. Returns its value before and after. */
export async function dragLevel(page: Page): Promise<{before: number; after: number}> {
  const handle = page.getByRole('slider', {name: 'Level of an alarm'})
  const before = Number(await handle.inputValue())
  const box = (await handle.boundingBox()) ?? {x: 0, y: 0, width: 0, height: 0}
  const middle = {x: box.x + box.width / 2, y: box.y + box.height / 2}
  await page.mouse.move(middle.x, box.y + box.height * 0.15)
  await page.mouse.down()
  await page.mouse.move(middle.x, middle.y, {steps: 4})
  await page.mouse.up()
  return {before, after: Number(await handle.inputValue())}
}
