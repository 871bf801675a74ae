import {readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import type {Page} from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on the page, by all of its rules or by the given ones, as lines that name the rule and the element. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const options = {resultTypes: ['violations'], ...(rules && {runOnly: rules})}
  const found: string[] =
    await page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({violations}) => violations.flatMap(
    ({id, nodes}) => nodes.map(node => id + ': ' + node.target.join(' ') + ' ' + (node.failureSummary ?? ''))))`)
  return found
}
