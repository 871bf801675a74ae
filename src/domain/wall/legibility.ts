/** The screen of a wall, and the distance of its viewers. */
export interface Viewing {
  /** In inches. */
  diagonal: number
  /** In metres. */
  distance: number
}

/** A screen on a desk. */
export const DESK: Viewing = {diagonal: 24, distance: 0.5}

export const DIAGONALS = {least: 5, most: 300} as const
export const DISTANCES = {least: 0.2, most: 50} as const

/** A capital letter seen under 20 arc minutes is this part of the distance. */
const CAPITAL_SHARE = 172
const CAPITAL_EM = 0.72
const INCH = 25.4

/** Under how many arc minutes the capitals and digits of a font size are seen. */
export function arcMinutes(size: number, viewing: Viewing, screen: {width: number; height: number}): number {
  return (20 * size) / readableSize(viewing, screen)
}

/** The least font size, in CSS pixels, that is read with ease: its capitals are seen under 20 arc minutes. */
export function readableSize({diagonal, distance}: Viewing, screen: {width: number; height: number}): number {
  const pixel = (diagonal * INCH) / Math.hypot(screen.width, screen.height)
  return (distance * 1000) / CAPITAL_SHARE / CAPITAL_EM / pixel
}
