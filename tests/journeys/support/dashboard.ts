import {readFile} from 'node:fs/promises'
import type {Locator, Page} from 'playwright-core'

/** The telemetry dashboard by what its users see. */
export interface DashboardPage {
  devices: Locator
  device(name: string): Locator
  key(key: string, deviceName: string): Locator
  section: Locator
  title(deviceName: string, key: string): Locator
  tiles: Locator
  chart: Locator
  control(label: string): Locator
  /** The button of the time range, by which the chosen range is read. */
  range: Locator
  /** Opens the choice of a time range. */
  openRange(): Promise<Locator>
  liveUpdate: Locator
  /** The header's word on the link. */
  mark: Locator
  /** Every value that is said to be fresh, late or cut off. */
  marked(freshness: 'fresh' | 'late' | 'linkDown' | 'never'): Locator
  /** The time axis as it is written, left to right. */
  axisLabels(): Promise<string[]>
  /** The drawn line, or the first column of buckets; absent as long as there are no points. */
  line: Locator
  /** The path of the drawn line: one `M` for each unbroken piece. */
  linePath(): Promise<string>
  downloadCsv(): Promise<{name: string; lines: string[]}>
}

export function dashboardOn(page: Page): DashboardPage {
  const devices = page.getByRole('region', {name: 'Devices'})
  const section = page.getByRole('region', {name: /^Timeseries for /})
  const line = section.locator('.highcharts-graph[d*="L"], .highcharts-column-series .highcharts-point').first()
  const range = section.getByRole('button', {name: /^Time range: /})
  const control = (label: string) => section.getByLabel(label, {exact: true})
  return {
    devices,
    device: name => devices.getByRole('button', {name: new RegExp(`^Device name: ${name} Device ID: `)}),
    key: (key, deviceName) => devices.getByRole('button', {name: new RegExp(`^${key} .*of ${deviceName}$`)}),
    section,
    title: (deviceName, key) => page.getByRole('heading', {name: `Timeseries for ${deviceName} - ${key}`, exact: true}),
    tiles: section.getByLabel('Statistics', {exact: true}),
    chart: section.getByRole('application'),
    control,
    range,
    async openRange() {
      await range.click()
      return page.getByRole('dialog', {name: 'Time range'})
    },
    liveUpdate: section.getByRole('switch', {name: /^Live update/}),
    mark: page.getByRole('banner').locator('[data-link]'),
    marked: freshness => page.locator(`[data-freshness="${freshness}"]`),
    axisLabels: () =>
      section
        .locator('.highcharts-xaxis-labels text')
        .evaluateAll(labels =>
          labels
            .sort((one, other) => one.getBoundingClientRect().x - other.getBoundingClientRect().x)
            .map(({textContent}) => textContent ?? ''),
        ),
    line,
    linePath: async () => (await line.getAttribute('d')) ?? '',
    async downloadCsv() {
      const started = page.waitForEvent('download')
      await section.getByRole('button', {name: 'Download CSV'}).click()
      const download = await started
      const text = await readFile(await download.path(), 'utf8')
      return {name: download.suggestedFilename(), lines: text.trim().split(/\r?\n/)}
    },
  }
}
