/** Shares things out among columns, in their order, so that the highest column is as low as it can be. */
export function share(heights: readonly number[], columns: number): readonly (readonly number[])[] {
  let low = Math.max(0, ...heights)
  let high = heights.reduce((sum, height) => sum + height, 0)
  for (let turn = 0; turn < TURNS && high - low > EXACT; turn++) {
    const middle = (low + high) / 2
    if (filled(heights, middle).length <= columns) high = middle
    else low = middle
  }
  return filled(heights, high)
}

const TURNS = 20
const EXACT = 0.5

/** Begins another column where the present one would be higher than `limit`. */
function filled(heights: readonly number[], limit: number): number[][] {
  const columns: number[][] = [[]]
  let height = 0
  heights.forEach((each, at) => {
    if (height + each > limit && height > 0) {
      columns.push([])
      height = 0
    }
    height += each
    columns.at(-1)?.push(at)
  })
  return columns
}
