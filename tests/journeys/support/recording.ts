import type {Page} from 'playwright-core'
import {box} from '../../support/video'

/** The types that the browser of the journeys records. */
const TYPES = {mp4: 'video/mp4;codecs=avc1.42E01E', webm: 'video/webm;codecs=vp9'} as const

/** Records a short video of moving colours, as a real file. */
export async function recorded(page: Page, kind: keyof typeof TYPES): Promise<Buffer> {
  const text = await page.evaluate(recordColours, TYPES[kind])
  return Buffer.from(text, 'base64')
}

/** The same MP4 with bytes behind it that every player skips. */
export const padded = (mp4: Buffer, bytes: number): Buffer => Buffer.concat([mp4, box('free', Buffer.alloc(bytes, 1))])

/** Runs in the page, and can use nothing from outside. */
async function recordColours(mimeType: string): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = 320
  canvas.height = 180
  const context = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(25), {mimeType})
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({data}) => parts.push(data))
  const stopped = new Promise(resolve => recorder.addEventListener('stop', resolve))
  recorder.start()
  for (let frame = 0; frame < 50; frame++) {
    if (context !== null) {
      context.fillStyle = `hsl(${frame * 7} 70% 50%)`
      context.fillRect(0, 0, canvas.width, canvas.height)
    }
    await new Promise(resolve => requestAnimationFrame(resolve))
  }
  recorder.stop()
  await stopped
  const reader = new FileReader()
  const read = new Promise(resolve => reader.addEventListener('load', resolve))
  reader.readAsDataURL(new Blob(parts))
  await read
  return String(reader.result).split(',')[1] ?? ''
}
