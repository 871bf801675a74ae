import type {Page} from 'playwright-core'

export interface Clip {
  name: string
  mimeType: string
  bytes: Buffer
}

/** The types that the browser records by itself: H.264 in MP4, and VP9 in WebM. */
export const H264 = 'video/mp4;codecs=avc1.42E01E'
export const VP9 = 'video/webm;codecs=vp9'

/** The place of a frame's number: a square for each bit, white for 1, beginning with the lowest. */
export const NUMBER = {bits: 6, top: 130, side: 40}

/** A short video of one colour, recorded by the browser, whose frames show their numbers. */
export async function recordClip(page: Page, name: string, colour: string, mimeType: string): Promise<Clip> {
  const base64 = await page.evaluate(
    async ([colour, mimeType, {bits, top, side}]) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, {width: 320, height: 180})
      const pen = canvas.getContext('2d')
      if (pen === null) throw new Error('There is no canvas')
      const recorder = new MediaRecorder(canvas.captureStream(25), {mimeType, videoBitsPerSecond: 400_000})
      const chunks: Blob[] = []
      recorder.ondataavailable = ({data}) => chunks.push(data)
      const ended = new Promise(resolve => {
        recorder.onstop = resolve
      })
      let frames = 0
      const draw = () => {
        pen.fillStyle = colour
        pen.fillRect(0, 0, 320, 180)
        for (let bit = 0; bit < bits; bit++) {
          pen.fillStyle = (frames >> bit) & 1 ? 'white' : 'black'
          pen.fillRect(bit * side, top, side, side)
        }
      }
      draw()
      recorder.start()
      await new Promise<void>(resolve => {
        const timer = setInterval(() => {
          frames++
          draw()
          if (frames < 30) return
          clearInterval(timer)
          resolve()
        }, 40)
      })
      recorder.stop()
      await ended
      const reader = new FileReader()
      await new Promise(resolve => {
        reader.onload = resolve
        reader.readAsDataURL(new Blob(chunks))
      })
      return String(reader.result).split(',')[1] ?? ''
    },
    [colour, mimeType, NUMBER] as const,
  )
  return {name, mimeType: mimeType.split(';')[0] ?? '', bytes: Buffer.from(base64, 'base64')}
}
