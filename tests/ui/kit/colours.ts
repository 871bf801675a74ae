/** A colour as three parts of light (not of sRGB's steps), each from 0 to 1. */
export type Light = readonly [red: number, green: number, blue: number]

export type Sight = keyof typeof SIGHTS

/** Reads `#rrggbb`. */
export function lightOf(hex: string): Light {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return [red, green, blue]
}

/** The contrast of WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [one, other].map(luminance).toSorted((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

/** Returns how different two colours look to the given sight: a hundred times the distance in Oklab. */
export function difference(one: string, other: string, sight: Sight): number {
  const [a, b] = [one, other].map(hex => oklab(seen(lightOf(hex), sight)))
  return 100 * Math.hypot(...(a ?? []).map((part, nth) => part - (b?.[nth] ?? 0)))
}

/** Machado, Oliveira and Fernandes 2009, at full severity; on parts of light. */
const SIGHTS = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
}

const linear = (step: number) => (step <= 0.04045 ? step / 12.92 : ((step + 0.055) / 1.055) ** 2.4)

function luminance(hex: string): number {
  const [red, green, blue] = lightOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const seen = (light: Light, sight: Sight) => times(SIGHTS[sight], light).map(part => Math.min(1, Math.max(0, part)))

function oklab(light: readonly number[]): readonly number[] {
  const cones = times(
    [
      0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566, 0.0883024619, 0.2817188376,
    ].concat(0.6299787005),
    light,
  ).map(Math.cbrt)
  return times(
    [
      0.2104542553, 0.793617785, -0.0040720468, 1.9779984951, -2.428592205, 0.4505937099, 0.0259040371, 0.7827717662,
    ].concat(-0.808675766),
    cones,
  )
}

const times = (matrix: readonly number[], vector: readonly number[]) =>
  [0, 3, 6].map(row => vector.reduce((sum, part, nth) => sum + (matrix[row + nth] ?? 0) * part, 0))
