import type {Page} from 'playwright-core'

/** Lets what was posted come to the page: by itself where the server pushes, at the next poll where it doesn't. */
export async function arrivals(page: Page, {additions}: {additions: boolean}): Promise<() => Promise<void>> {
  if (additions) return async () => {}
  await page.clock.install()
  await page.reload()
  return () => page.clock.runFor('01:01')
}
