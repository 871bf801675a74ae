import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {parseArgs} from 'node:util'
import {endEveryProcess} from '../support/processes'
import {asTable} from '../support/report'
import {details, linesOf} from './report'
import {chaos, type Plan, SHORT} from './run'

process.on('exit', endEveryProcess)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const {minutes, seed, lasting, calm} = given(process.argv.slice(2))
const logFile = join(tmpdir(), `pulsewall-chaos-${seed}-${process.pid}.log`)
console.error(`seed ${seed}; what the server says is in ${logFile}`)
const run = await chaos({
  seed,
  minutes,
  logFile,
  lasting,
  calm,
  together: minutes === null ? 0 : 0.25,
  readiness: {within: 2000, backWithin: 1000},
  tell: what => console.error(`${new Date().toTimeString().slice(0, 8)}  ${what}`),
})
const lines = linesOf(run)
for (const line of details(run)) console.log(line)
console.log(asTable(lines))
console.log(`seed ${seed}`)
process.exit(lines.some(({verdict}) => verdict === 'missed') ? 1 : 0)

function given(parameters: string[]): Pick<Plan, 'minutes' | 'seed' | 'lasting' | 'calm'> {
  const {values} = parseArgs({
    args: parameters,
    options: {
      minutes: {type: 'string', default: '10'},
      seed: {type: 'string', default: String(Date.now() % 1_000_000)},
      once: {type: 'boolean', default: false},
    },
  })
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
  if (!(minutes > 0)) throw new Error(`--minutes must be a number above 0, and is ${values.minutes}`)
  if (!Number.isInteger(seed)) throw new Error(`--seed must be an integer, and is ${values.seed}`)
  return values.once ? {...SHORT, seed} : {seed, minutes, lasting: {least: 2000, most: 8000}, calm: 2000}
}
