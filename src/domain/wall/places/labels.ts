/** A mark with its label, in pixels; `x` and `y` are the middle of the mark. */
export interface Labelled {
  id: string
  x: number
  y: number
  /** The size of the label. */
  width: number
  height: number
}

/** The distance from the middle of a mark to the middle of its label. */
export interface LabelPlace {
  dx: number
  dy: number
}

interface Rect {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * Places labels below their marks, or above them, within the picture. The first ones choose first. A label that would
 * cover another label or a mark has no place.
 */
export function labelPlaces(
  marks: readonly Labelled[],
  {width, size}: {width: number; size: number},
): ReadonlyMap<string, LabelPlace> {
  const taken: Rect[] = marks.map(({x, y}) => around({x, y, width: size, height: size}))
  const places = new Map<string, LabelPlace>()
  for (const mark of marks) {
    const x = Math.min(Math.max(mark.x, mark.width / 2), Math.max(mark.width / 2, width - mark.width / 2))
    const away = (size + mark.height) / 2
    const found = [away, -away]
      .map(dy => ({dy, rect: around({...mark, x, y: mark.y + dy})}))
      .find(({rect}) => taken.every(other => !areOver(rect, other)))
    if (found === undefined) continue
    taken.push(found.rect)
    places.set(mark.id, {dx: x - mark.x, dy: found.dy})
  }
  return places
}

const around = ({x, y, width, height}: Omit<Labelled, 'id'>): Rect => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
})

/** Rectangles that only touch are beside each other. */
const areOver = (one: Rect, other: Rect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
