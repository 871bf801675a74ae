import type {Page} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {ROOMS} from '../gallery/entries'
import {serveGallery} from '../gallery/serve'
import {violations} from './support/axe'
import {chromiumOfAll} from './support/chromium'

let gallery: Awaited<ReturnType<typeof serveGallery>>

beforeAll(async () => {
  gallery = await serveGallery()
})
afterAll(() => gallery?.close())

/** What is looked for in each state, and how the screen is shown. */
const WAYS = {
  light: {
    scheme: 'light',
    viewport: {width: 1280, height: 800},
    find: async page => [
      ...(await violations(page)).filter(isWrongOf(await page.evaluate(isWaiting))),
      ...(await page.evaluate(unnamedBusyElements)),
    ],
  },
  dark: {
    scheme: 'dark',
    viewport: {width: 1280, height: 800},
    find: page => violations(page, ['color-contrast']),
  },
  phone: {
    scheme: 'light',
    viewport: {width: 360, height: 740},
    find: page => page.evaluate(overflow),
  },
} satisfies Record<string, Way>

describe.each(Object.keys(ROOMS))('every state of %s', room => {
  it('is clean to axe and names what is busy', async () => {
    expect(await lookAtAll(room, WAYS.light)).toEqual([])
  }, 240_000)

  it('has the contrast that axe asks for when it is dark', async () => {
    expect(await lookAtAll(room, WAYS.dark)).toEqual([])
  }, 240_000)

  it('does not overflow a phone', async () => {
    expect(await lookAtAll(room, WAYS.phone)).toEqual([])
  }, 240_000)
})

describe('the gallery', () => {
  it('shows the kit in another way in each scheme and density', async () => {
    const pictures = new Map<string, Buffer>()
    await inGallery({scheme: 'light', viewport: {width: 1280, height: 800}}, async ({page}) => {
      for (const name of ['kit/comfortable', 'kit/compact']) {
        for (const scheme of SCHEMES) {
          await show(page, name, scheme)
          pictures.set(`${name} ${scheme}`, await page.screenshot())
        }
      }
    })
    expect([...pictures].filter(([, {byteLength}]) => byteLength < 10_000)).toEqual([])
    expect(new Set([...pictures.values()].map(picture => picture.toString('base64'))).size).toBe(4)
  })
})

const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]
interface Look {
  scheme: Scheme
  viewport: {width: number; height: number}
}
interface Way extends Look {
  find: (page: Page) => Promise<string[]>
}

const show = (page: Page, name: string, scheme: Scheme) =>
  page.evaluate(([name, theme]) => window.gallery.show(name, {theme}), [name, scheme] as const)

/** What `find` and the console complain of in each entry of a room. */
async function lookAtAll(room: string, {find, ...look}: Way): Promise<string[]> {
  const all: string[] = []
  await inGallery(look, async ({page, complaints}) => {
    const entries = await page.evaluate(() => window.gallery.entries)
    for (const {name} of entries.filter(({name}) => name.startsWith(`${room}/`))) {
      await show(page, name, look.scheme)
      const found = [...complaints.splice(0), ...(await find(page))]
      all.push(...found.map(complaint => `${name} (${look.scheme}): ${complaint}`))
    }
  })
  return all
}

interface Opened {
  page: Page
  /** What the console has complained of. */
  complaints: string[]
}

/** The page is closed afterwards: it takes some hundred megabytes, and goes on drawing. */
async function inGallery({scheme, viewport}: Look, use: (opened: Opened) => Promise<void>): Promise<void> {
  const browser = await chromiumOfAll()
  const context = await browser.newContext({colorScheme: scheme, viewport, locale: 'en-GB', reducedMotion: 'reduce'})
  try {
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(String(error.stack)))
    await page.goto(gallery.url)
    await use({page, complaints})
  } finally {
    await context.close()
  }
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

function overflow(): string[] {
  const {scrollWidth, clientWidth} = document.documentElement
  return scrollWidth > clientWidth ? [`is ${scrollWidth} px wide on a screen of ${clientWidth} px`] : []
}
