import {readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import type {Page} from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Returns the violations that axe finds on the page, by all of its rules or by the given ones, as lines that name the
 * rule and the element.
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const options = {resultTypes: ['violations'], ...(rules && {runOnly: rules})}
  const found: string[] =
    await page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({violations}) => violations.flatMap(
    ({id, nodes}) => nodes.map(node => id + ': ' + node.target.join(' ') + ' ' + (node.failureSummary ?? ''))))`)
  return found
}

/** Checks all rules in the light, and the one that depends on colours in the dark, which the page then leaves again. */
export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  const inTheLight = await violations(page)
  await page.emulateMedia({colorScheme: 'dark'})
  await drawn(page)
  const inTheDark = await violations(page, ['color-contrast'])
  await page.emulateMedia({colorScheme: 'light'})
  return [...inTheLight, ...inTheDark.map(violation => `(dark) ${violation}`)]
}

/** Until what the page has to draw is drawn, and laid out. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(drawn => requestAnimationFrame(drawn))
  })
