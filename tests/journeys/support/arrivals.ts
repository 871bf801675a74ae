import type {Page} from 'playwright-core'

/**
 * Lets a posted value come to the page: by itself where the server pushes, at the next poll where it doesn't. The page
 * must then have been opened with a clock of its own.
 */
export function arrivals(page: Page, {additions}: {additions: boolean}): () => Promise<void> {
  return additions ? async () => {} : () => page.clock.runFor('01:01')
}
