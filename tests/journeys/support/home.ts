import type {Locator, Page} from 'playwright-core'

/** MyHome by what its users see. */
export interface HomePage {
  cards: Locator
  card(deviceName: string): Locator
  /** A value with its freshness, by its key. */
  value(deviceName: string, key: string): Locator
  chart(deviceName: string, key: string): Locator
  /** Whether anything is drawn. */
  isDrawn(deviceName: string, key: string): Promise<boolean>
  more(deviceName: string): Locator
  linkDown: Locator
  /** The header's word on the link. */
  mark: Locator
  marked(freshness: 'fresh' | 'late' | 'linkDown' | 'never'): Locator
}

export function homeOn(page: Page): HomePage {
  const cards = page.getByRole('list', {name: 'Devices'})
  const card = (deviceName: string) => cards.getByRole('article', {name: deviceName, exact: true})
  const chart = (deviceName: string, key: string) =>
    card(deviceName).getByRole('img', {name: new RegExp(`^Chart of ${key} of ${deviceName} `)})
  return {
    cards,
    card,
    value: (deviceName, key) =>
      card(deviceName)
        .locator('dl > div')
        .filter({has: page.getByRole('term').getByText(key, {exact: true})}),
    chart,
    isDrawn: (deviceName, key) => chart(deviceName, key).evaluate(hasInk),
    more: deviceName => card(deviceName).getByRole('button', {name: /values of /}),
    linkDown: page.getByText('Link down: this is what was known before.'),
    mark: page.getByRole('banner').locator('[data-link]'),
    marked: freshness => page.locator(`[data-freshness="${freshness}"]`),
  }
}

/** Whether anything is drawn on a canvas. */
export function hasInk(element: Element): boolean {
  if (!(element instanceof HTMLCanvasElement)) return false
  const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? []
  return pixels.some(channel => channel > 0)
}
