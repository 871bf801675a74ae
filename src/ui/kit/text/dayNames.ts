import {texts} from './texts'

/** The name of a day of the ISO week, 1 for Monday. */
export const dayName = (day: number): string => texts.dayNames.split(' ')[day - 1] ?? ''

/** Writes days of the ISO week in their order, and three or more in a row as 'Mon–Fri'. */
export function daysText(days: readonly number[]): string {
  const runs: number[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run?.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  return runs.map(runText).join(', ')
}

function runText(run: readonly number[]): string {
  const names = run.map(dayName)
  return names.length < 3 ? names.join(', ') : `${names[0]}–${names.at(-1)}`
}
