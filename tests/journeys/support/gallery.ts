import type {Page} from 'playwright-core'
import {describe, expect, inject, it} from 'vitest'
import {type Modules, machinesOf, restingStates} from '../../gallery/coverage'
import {ROOMS} from '../../gallery/entries'
import {LONGEST_WAIT} from '../../support/limits'
import {IS_QUICK, sampled} from '../../support/tier'
import {drawn, violationsInBothSchemes} from './axe'
import {chromiumOfAll} from './chromium'
import {DESK, epochs, overflow, PHONE, replacedRetries} from './probes'

type Half = 'watched' | 'managed'

/** The rooms of what people manage, which take as long as those of what they watch. */
const MANAGED = ['console', 'deviceImport', 'thresholds', 'notifications', 'media', 'player', 'mediaScreen']

/** What machines of both halves are made of is wanted where all of its states are. */
const HOMES: Readonly<Record<string, Half>> = {
  listAttribute: 'managed',
  issuedSecrets: 'watched',
  submission: 'watched',
}

/** What the quick tier shows besides its sample: rooms by name, with commas between. */
const TOUCHED = (process.env.TEST_ROOMS ?? '').split(',')
const PARTS = 60

/** Shows every entry of half of the rooms, and wants every state of the machines among them. The quick tier shows a sample. */
export function walkGallery(half: Half, modules: Modules): void {
  const rooms = Object.keys(ROOMS).filter(room => MANAGED.includes(room) === (half === 'managed'))
  const machines = new Map([...machinesOf(modules)].filter(([id]) => (HOMES[id] ?? half) === half))
  /** The states of each machine that have been on a page, by the machine's id. */
  const seen = new Map([...machines.keys()].map(id => [id, new Set<string>()]))

  const sample = sampled(rooms.flatMap(namesOf), PARTS, name => name)
  const shownOf = (room: string) => namesOf(room).filter(name => TOUCHED.includes(room) || sample.includes(name))

  it.each(rooms.map((room): [string, string[]] => [room, shownOf(room)]).filter(([, names]) => names.length > 0))(
    'every state of %s fits a phone, is clean to axe by day and by night, and names what is busy',
    async (_, names) => {
      const found = await complaintsOf(names, page => takeStates(page, seen))
      expect(found).toEqual([])
    },
  )

  describe.skipIf(IS_QUICK)('the gallery', () => {
    it.each([...machines])('shows every state of %s', (id, machine) => {
      const missing = restingStates(machine).filter(state => !seen.get(id)?.has(state))
      expect(missing.map(state => `${id}: ${state} has no picture; add an entry in tests/gallery`)).toEqual([])
    })
  })
}

const namesOf = (room: string): string[] => (ROOMS[room] ?? []).map(({name}) => `${room}/${name}`)

async function complaintsOf(names: readonly string[], onShown: (page: Page) => Promise<void>): Promise<string[]> {
  const all: string[] = []
  await openGallery(async (page, complaints) => {
    for (const name of names) {
      const found: string[] = []
      await page.setViewportSize(PHONE)
      await show(page, name)
      await onShown(page)
      found.push(...(await overflow(page)), ...(await epochs(page)))
      await page.setViewportSize(DESK)
      await drawn(page)
      found.push(...(await wrongOn(page)), ...(await replacedRetries(page)))
      all.push(...[...complaints.splice(0), ...found].map(complaint => `${name}: ${complaint}`))
    }
  })
  return all
}

/** Opens the gallery for `use`, and closes it: a page takes some hundred megabytes, and goes on drawing. */
export async function openGallery(use: (page: Page, complaints: string[]) => Promise<void>): Promise<void> {
  const browser = await chromiumOfAll()
  const context = await browser.newContext({
    ...{colorScheme: 'light', viewport: DESK},
    ...{locale: 'en-GB', reducedMotion: 'reduce'},
  })
  context.setDefaultTimeout(LONGEST_WAIT)
  try {
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(String(error.stack)))
    await page.goto(inject('galleryUrl'))
    await use(page, complaints)
  } finally {
    await context.close()
  }
}

export const show = (page: Page, name: string): Promise<void> => page.evaluate(name => window.gallery.show(name), name)

async function takeStates(page: Page, seen: ReadonlyMap<string, Set<string>>): Promise<void> {
  for (const [id, states] of await page.evaluate(() => window.gallery.states()))
    for (const state of states) seen.get(id)?.add(state)
}

async function wrongOn(page: Page): Promise<string[]> {
  const found = await violationsInBothSchemes(page)
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
