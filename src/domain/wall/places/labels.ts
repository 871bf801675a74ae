/** A mark with its label, in pixels; `x` and `y` are the middle of the mark. */
export interface Labelled {
  id: string
  x: number
  y: number
  /** The size of the label. */
  width: number
  height: number
}

/** The distance from the middle of a mark to the middle of its label, and to the edge of the picture there. */
export interface LabelPlace {
  dx: number
  dy: number
  /** The end of the line that leads to the label. */
  edge: {dx: number; dy: number}
}

interface Margins {
  /** The size of the picture. */
  width: number
  height: number
  /** The room on each side of it. */
  margin: number
}

const GAP = 6

/**
 * Places labels beside the picture, which they never cover: each on the nearer side, near the height of its mark, and none
 * over another. The first ones choose first; labels without room have no place.
 */
export function labelPlaces(
  marks: readonly Labelled[],
  {width, height, margin}: Margins,
): ReadonlyMap<string, LabelPlace> {
  const fitting = marks.filter(mark => mark.width + GAP <= margin)
  const sides = [fitting.filter(({x}) => x < width / 2), fitting.filter(({x}) => x >= width / 2)]
  return new Map(
    sides.flatMap((side, at) => placesOn(side, {height, edge: at === 0 ? -GAP : width + GAP, sign: at === 0 ? -1 : 1})),
  )
}

interface Side {
  height: number
  /** Where labels begin. */
  edge: number
  sign: -1 | 1
}

function placesOn(marks: readonly Labelled[], {height, edge, sign}: Side): [string, LabelPlace][] {
  const {shown, taken} = stacked(marks, height)
  return shown.map(({mark, middle}, at) => {
    // As near as those above and below leave room.
    const y = Math.min(height - taken + middle, Math.max(middle, ...shown.slice(0, at + 1).map(pushedTo(middle))))
    const dy = y - mark.y
    return [mark.id, {dx: edge + (sign * mark.width) / 2 - mark.x, dy, edge: {dx: edge - mark.x, dy}}]
  })
}

interface Stacked {
  mark: Labelled
  /** The middle of the label, if all of them are at the top. */
  middle: number
}

/** The first labels that have room below each other, in the order of their marks, and the height of all of them. */
function stacked(marks: readonly Labelled[], height: number): {shown: readonly Stacked[]; taken: number} {
  let left = height
  const fitting = marks.filter(mark => {
    left -= mark.height
    return left >= 0
  })
  let taken = 0
  const shown = fitting
    .toSorted((one, other) => one.y - other.y)
    .map(mark => {
      taken += mark.height
      return {mark, middle: taken - mark.height / 2}
    })
  return {shown, taken}
}

/** Returns where a label gives way to one above it. */
const pushedTo =
  (middle: number) =>
  (above: Stacked): number =>
    above.mark.y + middle - above.middle

/** A rectangle, in pixels. */
interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * Returns for each label the first of its possible boxes that lies upon no obstacle and upon no label before it, or null.
 * Boxes may touch.
 */
export function freeBoxes<B extends Box>(labels: readonly (readonly B[])[], obstacles: readonly Box[]): (B | null)[] {
  const taken = [...obstacles]
  return labels.map(boxes => {
    const free = boxes.find(box => !taken.some(other => isUpon(box, other))) ?? null
    if (free !== null) taken.push(free)
    return free
  })
}

/** Pixels by which boxes may overlap that touch, as their edges are fractions. */
const TOUCHING = 0.5

const isUpon = (one: Box, other: Box): boolean =>
  one.left < other.right - TOUCHING &&
  other.left < one.right - TOUCHING &&
  one.top < other.bottom - TOUCHING &&
  other.top < one.bottom - TOUCHING
