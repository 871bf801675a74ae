/** Returns the next value of a sensor. */
export type Sensor = () => number

const MEAN = 20
const STEP = 0.05
/** The share of the way back to the mean that a step takes. */
const RETURN = 0.0005

/** A smooth walk around 20 with two decimals, as of a thermometer. */
export function walkingSensor(): Sensor {
  let value = MEAN
  return () => {
    // About normal, and without any period, by which it could be compressed.
    const noise = Math.random() + Math.random() + Math.random() + Math.random() - 2
    value += 2 * STEP * noise + RETURN * (MEAN - value)
    return Math.round(value * 100) / 100
  }
}

/** Random doubles, which nothing can compress much. */
export const randomSensor = (): Sensor => () => Math.random() * MEAN
