import type {Page} from 'playwright-core'
import {expect, it} from 'vitest'
import {drawn} from '../support/axe'
import {illegibilityOf, openGallery, show} from '../support/gallery'

const SIZES = [
  {width: 320, height: 256},
  {width: 390, height: 844},
  {width: 768, height: 1024},
  {width: 1280, height: 800},
]

/** Returns the faults of the bar that says that the link is down. */
const complaintsAboutLinkDown = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('header')
    const words = bar?.querySelector('p')
    if (!bar || !words) return ['is missing']
    const {height, top} = words.getBoundingClientRect()
    const lines = Math.round(height / Number.parseFloat(getComputedStyle(words).lineHeight))
    const times = document.body.textContent.match(/since \d\d:\d\d:\d\d/g) ?? []
    return [
      ...(lines <= 2 ? [] : [`has ${lines} lines`]),
      ...(top >= 0 ? [] : [`begins ${-top} px above the screen`]),
      ...(bar.offsetHeight <= 100 ? [] : [`is ${bar.offsetHeight} px high`]),
      ...(innerWidth < 700 || document.documentElement.scrollHeight <= innerHeight
        ? []
        : ['leaves no room for the wall']),
      ...(times.length === 1 ? [] : [`stands with ${times.length} times of the cut`]),
    ]
  })

it('says in one place, in two lines on every screen, that the link of a wall is down', async () => {
  await openGallery(async page => {
    await show(page, 'wall/link-down')
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await drawn(page)
      expect([size.width, await complaintsAboutLinkDown(page)]).toEqual([size.width, []])
    }
  })
})

/**
 * Returns the names that are at the end of their room and not at its beginning, because they are read from right to left.
 */
const strayNames = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('bdi')].flatMap(bdi => {
      const parent = bdi.parentElement
      const words = document.createRange()
      words.selectNodeContents(bdi)
      const isMeantLeft = parent !== null && /^(start|left)$/.test(getComputedStyle(parent).textAlign)
      const indent = words.getBoundingClientRect().left - bdi.getBoundingClientRect().left
      const hasSign = getComputedStyle(bdi, '::before').content !== 'none'
      return isMeantLeft && bdi.dataset.part === undefined && !hasSign && indent > 2 ? [bdi.textContent] : []
    }),
  )

/** The labels of the chart that lie upon others. */
const overlappingNotes = (page: Page) =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll('.highcharts-plot-line-label')].map(label => ({
      text: label.textContent,
      box: label.getBoundingClientRect(),
    }))
    return labels.flatMap(({text, box}, at) =>
      labels
        .slice(at + 1)
        .filter(({box: other}) => box.left < other.right && other.left < box.right)
        .filter(({box: other}) => box.top < other.bottom - 1 && other.top < box.bottom - 1)
        .map(other => `${text} lies upon ${other.text}`),
    )
  })

it('leaves names of any script where the others are, and the labels of close notes apart', async () => {
  await openGallery(async page => {
    for (const name of ['wall/tiles', 'alarms/list']) {
      await show(page, name)
      expect([name, await strayNames(page)]).toEqual([name, []])
    }
    await show(page, 'telemetry/dashboard')
    expect(await overlappingNotes(page)).toEqual([])
  })
})

/** Returns the texts that run over the side of their cell, upon the next one. */
const textsBesideTheirCells = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('td')].flatMap(cell => {
      const words = document.createRange()
      words.selectNodeContents(cell)
      const by = words.getBoundingClientRect().right - cell.getBoundingClientRect().right
      return by > 0 && getComputedStyle(cell).overflow === 'visible' ? [`${cell.textContent}: ${Math.ceil(by)} px`] : []
    }),
  )

it.each(['en', 'de'] as const)('keeps what the list of alarms says within its columns, in %s', async language => {
  await openGallery(async page => {
    for (const width of [1280, 1920]) {
      await page.setViewportSize({width, height: 800})
      await page.evaluate(language => window.gallery.show('alarms/list', {language}), language)
      await drawn(page)
      expect([width, await textsBesideTheirCells(page)]).toEqual([width, []])
    }
  })
})

it.each([
  ...['session/login', 'alarms/list', 'alarms/page', 'alarms/maintenance-form', 'telemetry/dashboard'],
  ...['settings/tasks', 'thresholds/listed'],
])(
  'leaves the texts of %s legible, and its buttons where they are pressed, in both languages on every screen',
  async name => {
    expect(await illegibilityOf([name])).toEqual([])
  },
)

it.each(['alarms/list-beside', 'console/list-peek'])('lets the panel of %s be closed on a tablet', async name => {
  await openGallery(async page => {
    await page.setViewportSize({width: 768, height: 1024})
    await show(page, name)
    await page.locator('aside > header').getByRole('button').last().click({trial: true})
  })
})

it('begins a chart in full screen at the upper edge of a phone', async () => {
  await openGallery(async page => {
    await page.setViewportSize({width: 390, height: 844})
    await show(page, 'telemetry/full-screen')
    const box = await page.getByRole('switch', {name: 'Live update'}).boundingBox()
    expect(box?.y).toBeLessThan(64)
  })
})

it('keeps the swatches of a legend where the system chooses the colours', async () => {
  await openGallery(async page => {
    await page.emulateMedia({forcedColors: 'active'})
    await show(page, 'telemetry/dashboard')
    const ground = await page
      .getByText('temperature', {exact: true})
      .evaluateAll(texts => texts.map(text => getComputedStyle(text, '::before').backgroundColor))
    expect(ground).toContain('rgb(201, 42, 42)')
  })
})

it('says in the calendar of a rota on a phone from when until when each shift is', async () => {
  await openGallery(async page => {
    await page.setViewportSize({width: 390, height: 844})
    await show(page, 'alarms/on-call')
    const shift = page.getByRole('listitem').getByRole('button', {name: 'Ana Lindqvist'}).first()
    await shift.getByText(/^\d.*\d\d:\d\d/).waitFor()
  })
})
