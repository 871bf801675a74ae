import {readFile} from 'node:fs/promises'
import {join} from 'node:path'
import * as z from 'zod/mini'

/** A file of the Numenta Anomaly Benchmark: its rows, and the rows from and to which its anomalies are labelled. */
export interface NabSeries {
  name: string
  rows: readonly (readonly [at: number, value: number])[]
  windows: readonly NabWindow[]
}

export interface NabWindow {
  first: number
  last: number
}

/** Reads `data` and `labels` of a copy of github.com/numenta/NAB. Its times have no zone and are taken as UTC. */
export async function readNab(folder: string): Promise<NabSeries[]> {
  const labels = LABELS.parse(JSON.parse(await readFile(join(folder, 'labels/combined_windows.json'), 'utf8')))
  return Promise.all(
    Object.entries(labels).map(async ([name, windows]) => {
      const [, ...lines] = (await readFile(join(folder, 'data', name), 'utf8')).trim().split('\n')
      const rows = lines.map(line => line.split(',')).map(([at = '', value]) => [timeOf(at), Number(value)] as const)
      const rowAt = (text: string) => rows.findIndex(([at]) => at === timeOf(text))
      return {name, rows, windows: windows.map(([from, to]) => ({first: rowAt(from), last: rowAt(to)}))}
    }),
  )
}

/** For each file from when to when its anomalies are labelled. */
const LABELS = z.record(z.string(), z.array(z.tuple([z.string(), z.string()])))

const timeOf = (text: string) => Date.parse(`${text.trim().slice(0, 19).replace(' ', 'T')}Z`)

/** The weights of a detection: `truePositive` in a window, `falsePositive` outside; and of a missed window. */
export interface NabProfile {
  truePositive: number
  falsePositive: number
  falseNegative: number
}

export const NAB_PROFILES = {
  standard: {truePositive: 1, falsePositive: 0.11, falseNegative: 1},
  lowFalsePositives: {truePositive: 1, falsePositive: 0.22, falseNegative: 1},
  lowFalseNegatives: {truePositive: 1, falsePositive: 0.11, falseNegative: 2},
} as const satisfies Record<string, NabProfile>

/** The tally of the detected rows of a file before a profile weighs them. */
export interface NabTally {
  windows: number
  found: number
  /** Rows outside the windows. */
  outside: number
  reward: number
  penalty: number
}

/** Returns the number of first rows in which a detector may learn; none of them counts. */
export const probationOf = (rows: number): number => Math.floor(0.15 * Math.min(rows, 5000))

/**
 * Counts detected rows by their numbers, in a file with this many rows. In a window only the most valuable one counts.
 */
export function tally(detected: readonly number[], rows: number, windows: readonly NabWindow[]): NabTally {
  const counted = detected.filter(row => row >= probationOf(rows))
  const rewards = windows.flatMap(({first, last}) => {
    const within = counted.filter(row => row >= first && row <= last)
    return within.length === 0 ? [] : [Math.max(...within.map(row => rewardAt((last - row + 1) / (last - first + 1))))]
  })
  const outside = counted.filter(row => !windows.some(({first, last}) => row >= first && row <= last))
  return {
    windows: windows.length,
    found: rewards.length,
    outside: outside.length,
    reward: rewards.reduce((sum, reward) => sum + reward, 0),
    penalty: outside.reduce((sum, row) => sum + penaltyAt(row, windows), 0),
  }
}

/** 0 for a detector that tells nothing, 100 for one that finds the first row of each window and nothing else. */
export function nabScore(tallies: readonly NabTally[], profile: NabProfile): number {
  const {truePositive, falsePositive, falseNegative} = profile
  const all = (amount: keyof NabTally) => tallies.reduce((sum, each) => sum + each[amount], 0)
  const missed = falseNegative * (all('windows') - all('found'))
  const raw = truePositive * all('reward') - falsePositive * all('penalty') - missed
  const nothing = -falseNegative * all('windows')
  return (100 * (raw - nothing)) / (truePositive * all('windows') - nothing)
}

const sigmoid = (position: number) => 2 / (1 + Math.exp(5 * position)) - 1

/** `left` is the share of the window from the row on. */
const rewardAt = (left: number) => sigmoid(-left) / sigmoid(-1)

/** It costs less shortly after a window, and all from three widths behind it on. */
function penaltyAt(row: number, windows: readonly NabWindow[]): number {
  const before = windows.filter(({last}) => last < row).at(-1)
  if (before === undefined) return 1
  const position = (row - before.last) / (before.last - before.first)
  return position > 3 ? 1 : -sigmoid(position)
}
