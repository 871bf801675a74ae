import type {BrowserContext, Page} from 'playwright-core'
import {NUMBER} from './clips'

/** A frame of a clip: the colour of its video, and its number in it. */
export interface Sight {
  colour: string
  number: number
  /** When it was on screen. */
  at: number
}

declare global {
  interface Window {
    /** The contents of each frame of the page. */
    sights: Sight[]
    /** The frames that the browser presented of the upper video, by `requestVideoFrameCallback`. */
    presented: Sight[]
  }
}

/** Records the contents of the screen, as long as a video is shown. */
export async function watchFrames(context: BrowserContext): Promise<void> {
  await context.addInitScript(({bits, top, side}) => {
    window.sights = []
    window.presented = []
    const canvas = document.createElement('canvas')
    Object.assign(canvas, {width: 320, height: 180})
    const pen = canvas.getContext('2d', {willReadFrequently: true})
    if (pen === null) throw new Error('There is no canvas')
    const names: Record<string, string> = {'100': 'red', '010': 'green', '001': 'blue', '000': 'black'}
    const read = (video: HTMLVideoElement): Sight => {
      pen.clearRect(0, 0, 320, 180)
      pen.drawImage(video, 0, 0)
      const at = (x: number, y: number) => pen.getImageData(x, y, 1, 1).data
      const key = [...at(100, 50).slice(0, 3)].map(part => (part > 90 ? 1 : 0)).join('')
      let number = 0
      for (let bit = 0; bit < bits; bit++)
        if ((at((bit + 0.5) * side, top + side / 2)[0] ?? 0) > 127) number += 2 ** bit
      return {colour: names[key] ?? key, number, at: Date.now()}
    }
    const isUpper = ({style, src}: HTMLVideoElement) => style.zIndex === '1' && src !== ''
    const watched = new WeakSet<HTMLVideoElement>()
    const watch = (video: HTMLVideoElement) => {
      watched.add(video)
      const presented = () => {
        if (isUpper(video)) window.presented.push(read(video))
        video.requestVideoFrameCallback(presented)
      }
      video.requestVideoFrameCallback(presented)
    }
    const look = () => {
      requestAnimationFrame(look)
      const videos = [...document.querySelectorAll('video')]
      for (const video of videos) if (!watched.has(video)) watch(video)
      const upper = videos.find(isUpper)
      if (upper !== undefined) window.sights.push(read(upper))
    }
    requestAnimationFrame(look)
  }, NUMBER)
}

/** The colours in the order in which they were seen, each once for as long as it was on screen. */
export const coloursSeen = async (page: Page): Promise<string[]> =>
  page.evaluate(() => window.sights.map(({colour}) => colour).filter((colour, at, all) => colour !== all[at - 1]))

/** A video on screen, from its first frame to its last. */
export interface Showing {
  colour: string
  /** The numbers of its frames as the page showed them, each once for as long as it was on screen. */
  numbers: number[]
  firstAt: number
  /** When its last frame came on screen, and when it was last seen. */
  lastFrameAt: number
  lastAt: number
}

export async function showings(page: Page, of: 'sights' | 'presented' = 'sights'): Promise<Showing[]> {
  const seen: Showing[] = []
  for (const {colour, number, at} of await page.evaluate(of => window[of], of)) {
    const last = seen.at(-1)
    if (last?.colour !== colour) seen.push({colour, numbers: [number], firstAt: at, lastFrameAt: at, lastAt: at})
    else {
      if (last.numbers.at(-1) !== number) {
        last.numbers.push(number)
        last.lastFrameAt = at
      }
      last.lastAt = at
    }
  }
  return seen
}
