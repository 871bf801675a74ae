import styles from './Compare.module.css'
import {strokeOf} from './strokes'

/** The line and the shape of a series, as the drawing has them. */
export function Swatch({place, isOff = false}: {place: number; isOff?: boolean}) {
  const {color, dashArray, symbol} = strokeOf(place)
  return (
    <svg className={styles.swatch} data-off={isOff || undefined} viewBox="0 0 28 10" aria-hidden="true">
      <path d="M0 5 H28" stroke={color} strokeWidth="2" strokeDasharray={dashArray} fill="none" />
      <path d={SHAPES[symbol]} fill={color} />
    </svg>
  )
}

const SHAPES = {
  circle: 'M10 5 a4 4 0 1 0 8 0 a4 4 0 1 0 -8 0 Z',
  square: 'M10 1 h8 v8 h-8 Z',
  diamond: 'M14 0 l5 5 l-5 5 l-5 -5 Z',
  triangle: 'M14 0.5 l5 9 h-10 Z',
  'triangle-down': 'M14 9.5 l5 -9 h-10 Z',
}
