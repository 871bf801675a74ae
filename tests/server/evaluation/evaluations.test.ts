import {afterAll, describe, expect, it, onTestFinished} from 'vitest'
import {createEvaluations, type EvaluationsOptions, TooCostly} from '../../../server/evaluation/evaluations'
import {realTime} from '../../../server/scheduler'
import {deep} from '../../support/deep'
import type {TestTasks} from './thread'

const ENDLESS = `${'a'.repeat(60)}!`

const open = (options: Partial<EvaluationsOptions> = {}) =>
  createEvaluations<TestTasks>({
    code: new URL('thread.ts', import.meta.url),
    scheduler: realTime,
    threads: 1,
    deadline: 600_000,
    ...options,
  })

/** A pool of one thread, which takes its while to start. */
const pool = open()
afterAll(() => pool.close())
const double = pool.evaluate('double')

function createPool(options?: Partial<EvaluationsOptions>) {
  const created = open(options)
  onTestFinished(() => created.close())
  return created
}

describe('an evaluation', () => {
  it('answers what its task makes of the input', async () => {
    expect(await double('us', 21)).toBe(42)
  })

  it('is refused at its deadline, and its thread is replaced', async () => {
    const pool = createPool({deadline: 500})
    await expect(pool.evaluate('backtrack')('us', ENDLESS)).rejects.toThrow(new TooCostly('time'))
    expect(await pool.evaluate('double')('us', 21)).toBe(42)
    const counted = pool.labelledMetrics.map(async ({name, values}) => [name, Object.fromEntries(await values())])
    expect(Object.fromEntries(await Promise.all(counted))).toMatchObject({
      evaluations_total: {backtrack: 1, double: 1},
      evaluations_refused_total: {time: 1},
    })
  })

  deep('is refused with 400 in words when it takes too much memory, and its thread is replaced', async () => {
    const pool = createPool()
    await expect(pool.evaluate('fill')('us', 'x')).rejects.toMatchObject({
      statusCode: 400,
      message: 'This takes too much memory to evaluate. Make it simpler.',
    })
    expect(await pool.evaluate('double')('us', 21)).toBe(42)
  })

  it('hands on what its task refuses, and what fails', async () => {
    await expect(pool.evaluate('refuse')('us', 'odd')).rejects.toMatchObject({statusCode: 400, message: 'No: odd'})
    await expect(pool.evaluate('fail')('us', 'broken')).rejects.toThrow(new RangeError('broken'))
    expect(await double('us', 21)).toBe(42)
  })

  it('knows nothing of the environment of the server', async () => {
    expect(await pool.evaluate('readEnvironment')('us', 'PATH')).toBeUndefined()
  })

  it('fails when the code of the threads can’t be loaded', async () => {
    const pool = createPool({code: new URL('missing.ts', import.meta.url)})
    await expect(pool.evaluate('double')('us', 21)).rejects.toThrow(/missing/)
  })
})

describe('many evaluations', () => {
  it('of one organisation are done one after the other, so that others go on meanwhile', async () => {
    const pool = createPool({threads: 2})
    const order: string[] = []
    const endless = ['first', 'second'].map(name =>
      pool
        .evaluate('backtrack')('flooding', ENDLESS)
        .catch(() => order.push(`${name} is ended`)),
    )
    order.push(`another has ${await pool.evaluate('double')('other', 21)}`)
    await pool.close()
    await Promise.all(endless)
    expect(order).toEqual(['another has 42', 'first is ended', 'second is ended'])
  })

  it('are refused with 503 beyond twenty that wait for one organisation, and not for others', async () => {
    const first = Array.from({length: 21}, (_, at) => double('flooding', at))
    await expect(double('flooding', 21)).rejects.toMatchObject({statusCode: 503, headers: {'retry-after': '2'}})
    expect(await double('other', 21)).toBe(42)
    expect(await Promise.all(first)).toHaveLength(21)
  })

  it('take turns by organisation', async () => {
    const order: string[] = []
    const asked = ['one', 'one', 'one', 'two', 'three'].map(by => double(by, 1).then(() => order.push(by)))
    await Promise.all(asked)
    expect(order).toEqual(['one', 'two', 'three', 'one', 'one'])
  })

  it('are refused when the pool is closed, also those that wait', async () => {
    const pool = createPool()
    const asked = Promise.allSettled([pool.evaluate('backtrack')('us', ENDLESS), pool.evaluate('double')('us', 1)])
    await pool.close()
    expect((await asked).map(({status}) => status)).toEqual(['rejected', 'rejected'])
  })
})
