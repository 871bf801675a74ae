import type {CSSProperties} from 'react'
import type {Place} from '../../../domain/wall/packing'

/** Hands a place to the styles, which ignore it in a list. */
export const placeStyle = ({x, y, width, height}: Place, size?: number): CSSProperties =>
  Object.fromEntries(
    Object.entries({x, y, width, height, size}).flatMap(([name, length]) =>
      length === undefined ? [] : [[`--${name}`, `${length}px`]],
    ),
  )
