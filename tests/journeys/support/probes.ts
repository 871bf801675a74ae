import type {Page} from 'playwright-core'

export const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const {scrollWidth, clientWidth} = document.documentElement
    return scrollWidth > clientWidth ? [`is ${scrollWidth} px wide on a screen of ${clientWidth} px`] : []
  })
