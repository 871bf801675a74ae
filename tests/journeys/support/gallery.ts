import type {Page} from 'playwright-core'
import {expect, inject, it} from 'vitest'
import {LANGUAGE_CODES} from '../../../contract/languages/languages'
import {seenOn} from '../../gallery/clips'
import {ENTRIES, entriesOf} from '../../gallery/entries'
import type {Entry} from '../../gallery/entry'
import type {Look} from '../../gallery/main'
import {regionOf} from '../../gallery/regions'
import {LONGEST_WAIT} from '../../support/limits'
import {drawPart, IS_CI, sampled} from '../../support/tier'
import {drawn, violationsInBothSchemes} from './axe'
import {chromiumOfAll} from './chromium'
import {hiddenButtons} from './hiddenButtons'
import {illegibleTexts, movingButtons} from './legible'
import {DESK, epochs, overflow, PHONE, replacedRetries} from './probes'

const PARTS = 60
const PARTS_READ = 4

/** The screens of a phone, a tablet, a notebook and a desk. */
const SIZES = [
  {width: 390, height: 844},
  {width: 768, height: 1024},
  {width: 1280, height: 800},
  {width: 1920, height: 1080},
]

/** Shows every entry of a room. */
export const walkRoom = (room: string): void => walk(room, entriesOf(room))

/** Reads every entry of a room, in every language on every screen; in the tier of a submission those of a part. */
export function readRoom(room: string): void {
  it(`every text of ${room} can be read, and no button moves while it is pressed, in both languages on every screen`, async () => {
    const names = entriesOf(room).map(({name}) => name)
    const {isDrawn} = drawPart(PARTS_READ)
    expect(await illegibilityOf(IS_CI ? names.filter(isDrawn) : names)).toEqual([])
  })
}

/** Shows what the commit draws of all rooms. */
export const walkSample = (): void =>
  walk(
    'the sample',
    sampled(ENTRIES, PARTS, ({name}) => name),
  )

function walk(room: string, entries: readonly Entry[]): void {
  it(`every state of ${room} fits a phone, is clean to axe by day and by night, names what is busy, and shows the buttons of its dialogs`, async () => {
    expect(await complaintsOf(entries)).toEqual([])
  })
}

async function complaintsOf(entries: readonly Entry[]): Promise<string[]> {
  const all: string[] = []
  await openGallery(async (page, complaints) => {
    for (const entry of entries) {
      const {name} = entry
      const found: string[] = []
      await page.setViewportSize(PHONE)
      await show(page, name)
      found.push(...(await overflow(page)), ...(await epochs(page)))
      await page.setViewportSize(DESK)
      await drawn(page)
      found.push(...(await wrongOn(page)), ...(await hiddenButtons(page)), ...(await replacedRetries(page)))
      found.push(...(await missingRegion(page, regionOf(entry))))
      all.push(...[...complaints.splice(0), ...found].map(complaint => `${name}: ${complaint}`))
    }
  })
  return all
}

/** Returns what cannot be read of the entries, in the words of `legible.ts`. */
export async function illegibilityOf(names: readonly string[]): Promise<string[]> {
  const all: string[] = []
  await openGallery(async (page, complaints) => {
    for (const name of names)
      for (const language of LANGUAGE_CODES) {
        // The answers of some entries are given once.
        await page.goto(inject('galleryUrl'))
        await show(page, name, {language})
        for (const size of SIZES) {
          await page.setViewportSize(size)
          await settled(page)
          const found = [...(await illegibleTexts(page)), ...(await movingButtons(page))]
          all.push(...found.map(complaint => `${name} (${language}, ${size.width} px): ${complaint}`))
        }
        all.push(...complaints.splice(0).map(complaint => `${name} (${language}): ${complaint}`))
      }
  })
  return all
}

/** Opens the gallery for `use`, and closes it: a page takes some hundred megabytes, and goes on drawing. */
export async function openGallery(use: (page: Page, complaints: string[]) => Promise<void>): Promise<void> {
  const browser = await chromiumOfAll()
  const context = await browser.newContext({
    colorScheme: 'light',
    viewport: DESK,
    locale: 'en-GB',
    reducedMotion: 'reduce',
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

/** What fits itself into its room measures that once it has a size, and is drawn some frames later. */
async function settled(page: Page): Promise<void> {
  for (let times = 0; times < 3; times++) await drawn(page)
}

export const show = (page: Page, name: string, look: Look = {}): Promise<void> =>
  page.evaluate(([name, look]) => window.gallery.show(name, look), [name, look] as const)

async function wrongOn(page: Page): Promise<string[]> {
  const found = await violationsInBothSchemes(page)
  return [...found.filter(isWrongOf(await page.evaluate(isWaiting))), ...(await page.evaluate(unnamedBusyElements))]
}

async function missingRegion(page: Page, region: string | null): Promise<string[]> {
  const count = region === null ? 1 : await (await seenOn(page, region)).count()
  return count === 1 ? [] : [`has ${count} of its region ${region}`]
}

/** A page that waits for its record has no heading yet. */
const isWrongOf = (isWaiting: boolean) => (violation: string) =>
  !(isWaiting && violation.startsWith('page-has-heading-one'))

const isWaiting = () => document.querySelector('main [role=status]') !== null && document.querySelector('h1') === null

function unnamedBusyElements(): string[] {
  const busy = document.querySelectorAll<HTMLElement>('[aria-busy=true], [role=progressbar]')
  return [...busy]
    .filter(({textContent, ariaLabel, ariaLabelledByElements}) => !(textContent || ariaLabel || ariaLabelledByElements))
    .map(({outerHTML}) => `has no name: ${outerHTML.slice(0, 200)}`)
}
