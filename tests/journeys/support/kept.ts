import type {Locator, Page} from 'playwright-core'

const KEPT = /\/(attribute|overview)\b/

/** Presses a button, and waits until the change has reached the server: a page that is left at once may not send it. */
export async function pressAndKeep(page: Page, button: Locator): Promise<void> {
  const isKept = page.waitForResponse(answer => answer.request().method() !== 'GET' && KEPT.test(answer.url()))
  await button.click()
  await isKept
}
