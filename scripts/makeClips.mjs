import {mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {chromium} from 'playwright-core'
import {provideChromium, ROOT} from './lib.mjs'

/** Records the videos of the demo and their thumbnails. Only needed when a clip is to look different. */
const FOLDER = join(ROOT, 'server/demo/videos')
const MP4 = {type: 'video/mp4;codecs=avc1.42E01E', extension: 'mp4'}
const WEBM = {type: 'video/webm;codecs=vp9', extension: 'webm'}
const CLIPS = [
  {name: 'harbour-lights', title: 'Harbour lights', seconds: 6, hue: 215, shape: 'circle', ...MP4},
  {name: 'spring-sale', title: 'Spring sale', seconds: 5, hue: 140, shape: 'square', ...MP4},
  {name: 'departures', title: 'Departures', seconds: 8, hue: 40, shape: 'bar', ...MP4},
  {name: 'city-run', title: 'City run', seconds: 4, hue: 350, shape: 'triangle', ...MP4},
  {name: 'coffee-hour', title: 'Coffee hour', seconds: 6, hue: 25, shape: 'ring', ...WEBM},
]

const browser = await chromium.launch({
  executablePath: await provideChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
mkdirSync(FOLDER, {recursive: true})
for (const [at, clip] of CLIPS.entries()) {
  const {video, thumbnail} = await page.evaluate(record, {...clip, number: at + 1})
  writeFileSync(join(FOLDER, `${clip.name}.${clip.extension}`), Buffer.from(video, 'base64'))
  writeFileSync(join(FOLDER, `${clip.name}.jpg`), Buffer.from(thumbnail, 'base64'))
}
await browser.close()

/** Runs in the page. */
async function record({title, seconds, hue, shape, number, type}) {
  const [width, height] = [640, 360]
  const canvas = Object.assign(document.createElement('canvas'), {width, height})
  const context = canvas.getContext('2d')
  const shapes = {
    circle: (x, y) => context.arc(x, y, 46, 0, 2 * Math.PI),
    ring: (x, y) => {
      context.arc(x, y, 52, 0, 2 * Math.PI)
      context.arc(x, y, 26, 0, 2 * Math.PI, true)
    },
    square: (x, y) => context.rect(x - 42, y - 42, 84, 84),
    bar: (x, y) => context.rect(x - 14, y - 70, 28, 140),
    triangle: (x, y) => {
      context.moveTo(x, y - 52)
      context.lineTo(x + 52, y + 42)
      context.lineTo(x - 52, y + 42)
    },
  }

  function draw(part) {
    context.fillStyle = `hsl(${hue} 55% 16%)`
    context.fillRect(0, 0, width, height)
    context.fillStyle = `hsl(${hue} 70% 58%)`
    context.beginPath()
    shapes[shape](60 + part * (width - 120), 150 + 60 * Math.sin(part * 4 * Math.PI))
    context.fill()
    context.fillStyle = 'white'
    context.font = '700 150px sans-serif'
    context.textAlign = 'center'
    context.fillText(number, width / 2, 210)
    context.font = '600 34px sans-serif'
    context.fillText(title, width / 2, 300)
    context.fillRect(0, height - 8, part * width, 8)
  }
  async function base64(blob) {
    const bytes = new Uint8Array(await blob.arrayBuffer())
    return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  }

  draw(0)
  const recorder = new MediaRecorder(canvas.captureStream(25), {mimeType: type, videoBitsPerSecond: 250_000})
  const parts = []
  recorder.ondataavailable = ({data}) => parts.push(data)
  const ended = new Promise(resolve => {
    recorder.onstop = resolve
  })
  recorder.start()
  const startedAt = performance.now()
  for (let part = 0; part < 1; part = (performance.now() - startedAt) / (seconds * 1000)) {
    draw(part)
    await new Promise(requestAnimationFrame)
  }
  recorder.stop()
  await ended
  draw(0.4)
  const image = await new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.8))
  return {video: await base64(new Blob(parts)), thumbnail: await base64(image)}
}
