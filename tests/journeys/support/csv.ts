import type {HistoryPoint} from './history'

/** The points of a chart's file: a header, then a time and a value on each line. */
export function readCsv([header, ...lines]: string[]): HistoryPoint[] {
  if (header?.split(',').length !== 2) throw new Error(`Not a header of two columns: ${header}`)
  return lines.map(line => {
    const [time = '', value = ''] = line.split(',')
    return {ts: /^\d+$/.test(time) ? Number(time) : Date.parse(time), value: Number(value)}
  })
}
