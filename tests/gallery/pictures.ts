import {mkdir, rm, writeFile} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import type {Page} from 'playwright-core'
import {launchChromium} from '../journeys/support/chromium'
import {type Clip, clipOf, clipOfPage, clipOfWindow, seenOn} from './clips'
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
      {scheme: 'light', width: 1280, isOfScreen: false},
      {scheme: 'dark', width: 1920, isOfScreen: true},
    ] as const)
  : (['light', 'dark'] as const).flatMap(scheme =>
      [1920, 1280, 768, 360].map(width => ({scheme, width, isOfScreen: null})),
    )
const HEIGHTS: Readonly<Record<number, number>> = {1920: 1080, 1280: 800, 768: 1024, 360: 740}
const WIDEST_IN_DOCS = 640

const isWanted = ({name}: {name: string}) => wanted.length === 0 || wanted.some(text => name.startsWith(text))
const gallery = await serveGallery()
const browser = await launchChromium()
/** All pictures; some of them are taken. */
const pictures: Picture[] = []
let taken = 0
try {
  if (wanted.length === 0) await rm(folder, {recursive: true, force: true})
  for (const {scheme, width, isOfScreen} of looks) {
    const size = {width, height: HEIGHTS[width] ?? 800}
    const context = await browser.newContext({
      viewport: size,
      screen: size,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto(gallery.url)
    const entries = await page.evaluate(() => window.gallery.entries)
    for (const {name, at, region} of entries.filter(entry => [null, entry.isOfScreen].includes(isOfScreen))) {
      const file = isForDocs ? `${name.replace('/', '-')}.webp` : `${name}-${scheme}-${width}.webp`
      pictures.push({name, at, scheme, width, file})
      if (!isWanted({name})) continue
      await page.evaluate(([name, theme]) => window.gallery.show(name, {theme}), [name, scheme] as const)
      await mkdir(dirname(join(folder, file)), {recursive: true})
      const clip = await (isForDocs ? clipForDocs(page, name, region) : clipOfPage(page))
      const scale = isOfScreen === false ? Math.min(1, WIDEST_IN_DOCS / clip.width) : 1
      await writeFile(join(folder, file), await photograph(page, clip, scale))
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

/** The browser shrinks the picture afterwards. It does not draw a page twice the same at another scale. */
async function photograph(page: Page, clip: Clip, scale: number): Promise<Buffer> {
  const png = await page.screenshot({clip, fullPage: true})
  const webp = await page.evaluate(shrunk, [`data:image/png;base64,${png.toString('base64')}`, scale] as const)
  return Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64')
}

/** Runs in the browser, and takes and returns a picture as a data URL. */
async function shrunk([png, scale]: readonly [png: string, scale: number]): Promise<string> {
  const picture = new Image()
  picture.src = png
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('There is no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/webp', 0.7)
}

async function clipForDocs(page: Page, name: string, region: string | null): Promise<Clip> {
  if (region === null) return clipOfWindow(page)
  const seen = await seenOn(page, region)
  if ((await seen.count()) !== 1) throw new Error(`${region} is not there once for ${name}`)
  return clipOf(page, seen)
}
