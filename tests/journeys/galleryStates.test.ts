import type {Page} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {machinesOf, restingStates} from '../gallery/coverage'
import {ENTRIES, ROOMS} from '../gallery/entries'
import {violations} from './support/axe'
import {DESK, type GalleryJourney, startGallery} from './support/gallery'

const PHONE = {width: 360, height: 740}

let gallery: GalleryJourney

beforeAll(async () => {
  gallery = await startGallery('gallery-states')
})
afterAll(() => gallery?.close())

const machines = machinesOf(import.meta.glob('../../src/machines/**/*.ts', {eager: true}))
/** The states of each machine that have been on a page, by the machine's id. */
const seen = new Map([...machines.keys()].map(id => [id, new Set<string>()]))

it('has a name for each picture', () => {
  const names = ENTRIES.map(({name}) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

it.each(Object.keys(ROOMS))(
  'every state of %s fits a phone, is clean to axe, and names what is busy',
  async room => {
    const found = await gallery.complaintsOf(room, {scheme: 'light', viewport: PHONE}, async page => {
      for (const [id, states] of await page.evaluate(() => window.gallery.states()))
        for (const state of states) seen.get(id)?.add(state)
      const overflowing = await page.evaluate(overflow)
      await page.setViewportSize(DESK)
      await page.evaluate(() => window.gallery.drawn())
      return [...overflowing, ...(await wrongOn(page))]
    })
    expect(found).toEqual([])
  },
  480_000,
)

describe('the gallery', () => {
  it.each([...machines])('shows every state of %s', (id, machine) => {
    const missing = restingStates(machine).filter(state => !seen.get(id)?.has(state))
    expect(missing.map(state => `${id}: ${state} has no picture; add an entry in tests/gallery`)).toEqual([])
  })
})

function overflow(): string[] {
  const {scrollWidth, clientWidth} = document.documentElement
  return scrollWidth > clientWidth ? [`is ${scrollWidth} px wide on a screen of ${clientWidth} px`] : []
}

async function wrongOn(page: Page): Promise<string[]> {
  const found = await violations(page)
  return [...found.filter(isWrongOf(await page.evaluate(isWaiting))), ...(await page.evaluate(unnamedBusyElements))]
}

/** A page that is waiting for what it is about has no heading yet. */
const isWrongOf = (isWaiting: boolean) => (violation: string) =>
  !(isWaiting && violation.startsWith('page-has-heading-one'))

const isWaiting = () => document.querySelector('main [role=status]') !== null && document.querySelector('h1') === null

function unnamedBusyElements(): string[] {
  const busy = document.querySelectorAll<HTMLElement>('[aria-busy=true], [role=progressbar]')
  return [...busy]
    .filter(({textContent, ariaLabel, ariaLabelledByElements}) => !(textContent || ariaLabel || ariaLabelledByElements))
    .map(({outerHTML}) => `has no name: ${outerHTML.slice(0, 200)}`)
}
