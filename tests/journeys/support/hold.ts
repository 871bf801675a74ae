import type {Page} from 'playwright-core'

export interface Hold {
  /** Returns the number of waiting calls. */
  waiting(): number
  /** Lets them go on, and all that come. */
  release(): void
}

/** Lets the first `count` calls of a method through; all later ones wait. */
export async function holdAfter(page: Page, count: number, method: string, path: RegExp): Promise<Hold> {
  let passed = 0
  let waiting = 0
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(path, async route => {
    if (route.request().method() !== method) return route.fallback()
    passed++
    if (passed > count) {
      waiting++
      await released
      waiting--
    }
    return route.fallback()
  })
  return {waiting: () => waiting, release: () => release()}
}

/** The server carries out requests, but its answers never arrive, until the returned function is called. */
export async function loseAnswers(page: Page, method: string, path: RegExp) {
  await page.route(path, async route => {
    if (route.request().method() !== method) return route.fallback()
    await route.fetch()
    await route.abort()
  })
  return () => page.unroute(path)
}
