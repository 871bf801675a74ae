import {parseArgs} from 'node:util'
import {endEveryProcess} from '../support/processes'
import {asTable} from '../support/report'
import {details, linesOf} from './report'
import {soak} from './run'

process.on('exit', endEveryProcess)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const run = await soak(minutesFrom(process.argv.slice(2)))
const lines = linesOf(run)
for (const line of details(run)) console.log(line)
console.log(asTable(lines))
process.exit(lines.some(({verdict}) => verdict === 'missed') ? 1 : 0)

function minutesFrom(parameters: string[]): number {
  const {values} = parseArgs({args: parameters, options: {minutes: {type: 'string', default: '30'}}})
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new Error(`--minutes must be a number above 0, and is ${values.minutes}`)
  return minutes
}
