import type {Page} from 'playwright-core'

/**
 * Returns the largest distance of any pixel of two pictures, in steps of 255 for each colour. The same drawing may differ
 * by a few steps, where the browser has rounded the edge of a curve otherwise. Pictures of different sizes are infinitely
 * far apart.
 */
export async function largestDifference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async pictures => {
      const [a, b] = await Promise.all(
        pictures.map(async picture => {
          const image = new Image()
          image.src = `data:image/png;base64,${picture}`
          await image.decode()
          const {width, height} = image
          const canvas = Object.assign(document.createElement('canvas'), {width, height})
          const context = canvas.getContext('2d')
          context?.drawImage(image, 0, 0)
          return context?.getImageData(0, 0, width, height)
        }),
      )
      if (a === undefined || b === undefined || a.width !== b.width || a.height !== b.height) return Infinity
      let largest = 0
      a.data.forEach((value, at) => {
        largest = Math.max(largest, Math.abs(value - (b.data[at] ?? 0)))
      })
      return largest
    },
    [one.toString('base64'), other.toString('base64')],
  )
}
