import {cpus, totalmem} from 'node:os'
import type {Settings} from './settings'
import {median, spread} from './statistics'

/** One row of the table. A row with `information` has no limit; with `not run`, `measured` gives the reason. */
export interface Line {
  what: string
  measured: string
  limit: string
  verdict: 'met' | 'missed' | 'information' | 'not run'
  /** The known cause, shown when the limit is missed. */
  cause?: string
}

export const verdict = (isMet: boolean): Line['verdict'] => (isMet ? 'met' : 'missed')

export const information = (what: string, measured: string): Line => ({
  what,
  measured,
  limit: '',
  verdict: 'information',
})

/** Times in ms. Their median must not be over the limit. */
export const timesLine = (what: string, times: readonly number[], limit: number): Line => ({
  what,
  measured: spread(times, 'ms', 0),
  limit: `≤ ${limit} ms`,
  verdict: verdict(median(times) <= limit),
})

/** Compares times in ms with others of the same run, by the medians. */
export function timesOver(
  what: string,
  times: readonly number[],
  base: {of: string; times: readonly number[]; decimals?: number},
  limit?: number,
): Line {
  const {of, decimals = 0} = base
  const ratio = median(times) / median(base.times)
  const measured = `${ratio.toFixed(2)} ×; ${spread(times, 'ms', decimals)}, ${of} ${spread(base.times, 'ms', decimals)}`
  if (limit === undefined) return information(what, measured)
  return {what, measured, limit: `≤ ${limit} × ${of}`, verdict: verdict(ratio <= limit)}
}

const HEADINGS = ['What', 'Measured', 'Limit', '']

/** With what was `written` before, a row has the former figure if that lies outside the spread of the present one. */
export function asTable(lines: readonly Line[], written = ''): string {
  const rows = lines.map(line => [
    line.what,
    line.measured,
    line.limit,
    [line.verdict === 'information' ? '' : line.verdict, formerly(line, written)].filter(Boolean).join(', '),
  ])
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map(row => row[column]?.length ?? 0)),
  )
  const draw = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`
  return [draw(HEADINGS), rule, ...rows.map(draw)].join('\n')
}

/** A figure with its quartiles, as `spread` writes it. */
const SPREAD = /(-?[\d.]+) \S+ \((-?[\d.]+)–(-?[\d.]+)\)/

function formerly({what, measured}: Line, written: string): string {
  const [, , low, high] = SPREAD.exec(measured) ?? []
  const row = written.split('\n').find(row => row.startsWith(`| ${what} `))
  const [, former] = SPREAD.exec(row?.split(' | ')[1] ?? '') ?? []
  if (former === undefined) return ''
  return Number(former) < Number(low) || Number(former) > Number(high) ? `was ${former}` : ''
}

export function asDocument(lines: readonly Line[], {length}: Settings): string {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  const machine = `${cpu?.model.trim() ?? 'unknown CPU'}, ${cpus().length} cores, ${memory} GB, Node ${process.version}`
  const day = new Date().toISOString().slice(0, 10)
  const run = `${day}, ${length} length, load generator and Chromium on the same cores`
  return (
    `# How fast\n\n` +
    `Written by \`npm run bench\`: ${machine}; ${run}.\n\n${asTable(lines)}\n${causesOfMisses(lines)}`
  )
}

function causesOfMisses(lines: readonly Line[]): string {
  const causes = lines.flatMap(({what, verdict, cause}) =>
    verdict === 'missed' && cause !== undefined ? [`- ${what.trim()}: ${cause}`] : [],
  )
  return causes.length === 0 ? '' : `\n## Missed, and why\n\n${causes.join('\n')}\n`
}
