import {DrizzleQueryError} from 'drizzle-orm'
import {expect, it} from 'vitest'
import {createBackground} from '../../../server/app/background'

function start() {
  const lines: string[] = []
  const heard: unknown[] = []
  const clock = {now: 1_750_000_000_000}
  const log = {
    info: (_facts: unknown, text?: string) => void lines.push(String(text)),
    warn: (_facts: unknown, text?: string) => void lines.push(String(text)),
  }
  const now = () => clock.now
  const background = createBackground({now, elapsed: now, log, onFailed: error => heard.push(error)})
  return {background, lines, heard, clock}
}

const failure = (code: string) =>
  new DrizzleQueryError('with heard as (select 1)', [], Object.assign(new Error('told'), {code}))

it('logs each reason of an outage once and without the statement, and its end with how long it took', () => {
  const {background, lines, heard, clock} = start()
  const job = background.job('alarms', 'Alarms are not evaluated')

  for (let second = 0; second < 60; second++) {
    job.failed(failure(second % 2 === 0 ? '53100' : '57014'))
    clock.now += 1000
  }
  job.succeeded()
  job.succeeded()

  expect(heard).toHaveLength(60)
  expect(lines).toEqual([
    'Alarms are not evaluated: the disk of the server is full: nothing can be stored (53100)',
    'Alarms are not evaluated: the query took too long (57014)',
    'Alarms are not evaluated: that is over, after 60 s',
  ])
})

it('warns as long as it fails, and tells metrics of the last success, the last failure and how many there were', () => {
  const {background, clock} = start()
  const job = background.job('retention', 'Old values stay')
  const told = () => background.metrics.map(({values}) => values())
  expect(told()).toEqual([[], [], [['retention', 0]]])

  job.failed(failure('57014'))

  expect(background.check()).toEqual({
    warnings: ['Old values stay, since 2025-06-15T15:06:40.000Z: the query took too long (57014).'],
  })
  clock.now += 1000
  job.succeeded()
  expect(background.check()).toEqual({warnings: []})
  expect(told()).toEqual([[['retention', 1_750_000_001]], [['retention', 1_750_000_000]], [['retention', 1]]])
})
