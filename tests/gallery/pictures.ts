import {mkdir, rm, writeFile} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import type {CDPSession, Page} from 'playwright-core'
import {launchChromium} from '../journeys/support/chromium'
import {indexPage, type Picture, readme} from './indexPage'
import {serveGallery} from './serve'

/**
 * Takes the pictures of all entries, or of those whose names begin with one of the given texts. `--docs` takes the one
 * small picture of each that is stored in the repository.
 */
const given = process.argv.slice(2)
const isForDocs = given.includes('--docs')
const wanted = given.filter(text => text !== '--docs')
const folder = isForDocs ? 'docs/gallery' : 'gallery'
const looks = isForDocs
  ? ([
      {scheme: 'light', width: 1280, scale: 0.5, isOfScreen: false},
      {scheme: 'dark', width: 1920, scale: 1, isOfScreen: true},
    ] as const)
  : (['light', 'dark'] as const).flatMap(scheme =>
      [1920, 1280, 768, 360].map(width => ({scheme, width, scale: 1, isOfScreen: null})),
    )
const HEIGHTS: Readonly<Record<number, number>> = {1920: 1080, 1280: 800, 768: 1024, 360: 740}
const LOWEST = 2400

const isWanted = ({name}: {name: string}) => wanted.length === 0 || wanted.some(text => name.startsWith(text))
const gallery = await serveGallery()
const browser = await launchChromium()
/** All pictures; some of them are taken. */
const pictures: Picture[] = []
let taken = 0
try {
  if (wanted.length === 0) await rm(folder, {recursive: true, force: true})
  for (const {scheme, width, scale, isOfScreen} of looks) {
    const size = {width, height: HEIGHTS[width] ?? 800}
    const context = await browser.newContext({
      ...{viewport: size, screen: size},
      ...{locale: 'en-GB', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce'},
    })
    const page = await context.newPage()
    await page.goto(gallery.url)
    const entries = await page.evaluate(() => window.gallery.entries)
    const camera = await context.newCDPSession(page)
    for (const {name, at} of entries.filter(entry => [null, entry.isOfScreen].includes(isOfScreen))) {
      const file = isForDocs ? `${name.replace('/', '-')}.webp` : `${name}-${scheme}-${width}.webp`
      pictures.push({name, at, scheme, width, file})
      if (!isWanted({name})) continue
      await page.evaluate(([name, theme]) => window.gallery.show(name, {theme}), [name, scheme] as const)
      await mkdir(dirname(join(folder, file)), {recursive: true})
      await writeFile(join(folder, file), await photograph(page, camera, scale))
      taken++
    }
    await context.close()
  }
  if (isForDocs) await writeFile(join(folder, 'README.md'), readme(pictures))
  else if (wanted.length === 0) await writeFile(join(folder, 'index.html'), indexPage(pictures))
  console.log(`${taken} pictures in ${folder}`)
} finally {
  await Promise.allSettled([browser.close(), gallery.close()])
}

/** The whole page, but no more than what one may want to look at. */
async function photograph(page: Page, camera: CDPSession, scale: number): Promise<Buffer> {
  const {width, height} = page.viewportSize() ?? {width: 1280, height: 800}
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  const {data} = await camera.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 70,
    captureBeyondViewport: true,
    clip: {x: 0, y: 0, width, height: scale < 1 ? height : Math.min(Math.max(whole, height), LOWEST), scale},
  })
  return Buffer.from(data, 'base64')
}
