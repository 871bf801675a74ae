import type {ChartPicture} from '../../machines/telemetry/chartShare'

/** Twice the size on screen, so that text stays sharp on a slide. */
const SCALE = 2

/** Draws an SVG text into a PNG file. Its address is data, because the page may load pictures from nowhere else. */
export async function pngOf({svg, width, height}: ChartPicture): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * SCALE
  canvas.height = height * SCALE
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser has no canvas')
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return await new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob === null ? reject(new Error('The picture is empty')) : resolve(blob)), 'image/png')
  })
}
