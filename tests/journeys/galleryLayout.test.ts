import type {Page} from 'playwright-core'
import {expect, it} from 'vitest'
import {drawn} from './support/axe'
import {openGallery, show} from './support/gallery'

const SIZES = [
  {width: 320, height: 256},
  {width: 390, height: 844},
  {width: 768, height: 1024},
  {width: 1280, height: 800},
]

/** What is wrong with the bar that says that the link is down. */
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
