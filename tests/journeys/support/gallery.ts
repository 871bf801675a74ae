import type {Page} from 'playwright-core'
import {serveGallery} from '../../gallery/serve'
import {chromiumOfAll} from './chromium'

export const DESK = {width: 1280, height: 800}

export interface Look {
  scheme: 'light' | 'dark'
  viewport: {width: number; height: number}
}

export interface Opened {
  page: Page
  /** What the console has complained of. */
  complaints: string[]
}

export interface GalleryJourney {
  /** Opens the gallery for `use`, and closes it: a page takes some hundred megabytes, and goes on drawing. */
  open(look: Look, use: (opened: Opened) => Promise<void>): Promise<void>
  /** What `find` and the console complain of in each entry of a room. */
  complaintsOf(room: string, look: Look, find: (page: Page) => Promise<string[]>): Promise<string[]>
  close(): Promise<void>
}

/** Serves the gallery from a folder of its own below `dist`, so that several files can look at it at once. */
export async function startGallery(folder: string): Promise<GalleryJourney> {
  const {url, close} = await serveGallery(folder)

  async function open({scheme, viewport}: Look, use: (opened: Opened) => Promise<void>): Promise<void> {
    const browser = await chromiumOfAll()
    const context = await browser.newContext({colorScheme: scheme, viewport, locale: 'en-GB', reducedMotion: 'reduce'})
    try {
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', error => complaints.push(String(error.stack)))
      await page.goto(url)
      await use({page, complaints})
    } finally {
      await context.close()
    }
  }

  return {
    open,
    close,
    async complaintsOf(room, look, find) {
      const all: string[] = []
      await open(look, async ({page, complaints}) => {
        const entries = await page.evaluate(() => window.gallery.entries)
        for (const {name} of entries.filter(({name}) => name.startsWith(`${room}/`))) {
          await page.setViewportSize(look.viewport)
          await show(page, name, look.scheme)
          const found = [...complaints.splice(0), ...(await find(page))]
          all.push(...found.map(complaint => `${name} (${look.scheme}): ${complaint}`))
        }
      })
      return all
    },
  }
}

export const show = (page: Page, name: string, theme: Look['scheme']): Promise<void> =>
  page.evaluate(([name, theme]) => window.gallery.show(name, {theme}), [name, theme] as const)
