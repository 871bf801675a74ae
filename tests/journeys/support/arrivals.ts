import type {Page} from 'playwright-core'

/**
 * Lets what was posted come to the page: by itself where the server pushes, at the next poll where it doesn't, for which
 * the page must have been opened with a clock of its own.
 */
export function arrivals(page: Page, {additions}: {additions: boolean}): () => Promise<void> {
  return additions ? async () => {} : () => page.clock.runFor('01:01')
}
