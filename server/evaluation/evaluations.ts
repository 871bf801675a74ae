import {once} from 'node:events'
import {availableParallelism} from 'node:os'
import {Worker} from 'node:worker_threads'
import {SECOND} from '../../contract/rules/time/durations'
import type {Milliseconds} from '../../contract/wire/common'
import {HttpError} from '../http/failures/errors'
import type {LabelledMetric, Metric} from '../http/metrics/metrics'
import type {Scheduler} from '../scheduler'
import type {Answer, Tasks} from './thread'

/**
 * Evaluates a text of the organisation `by` in a thread. Throws the task's error, `TooCostly`, and 503 when too many
 * evaluations of the organisation wait.
 */
export type Evaluate<Task extends (input: never) => unknown> = (
  by: string,
  input: Parameters<Task>[0],
) => Promise<Awaited<ReturnType<Task>>>

export interface Evaluations<All extends Tasks> {
  evaluate<Name extends keyof All & string>(task: Name): Evaluate<All[Name]>
  metrics: readonly Metric[]
  labelledMetrics: readonly LabelledMetric[]
  close(): Promise<void>
}

export interface EvaluationsOptions {
  /** The file that serves the tasks. */
  code: URL
  scheduler: Pick<Scheduler, 'after' | 'elapsed'>
  threads?: number
  /** Counts from when a thread begins: a text is not refused because others were before it. */
  deadline?: Milliseconds | undefined
}

/** The text takes more time or memory than one evaluation may have. */
export class TooCostly extends HttpError {
  constructor(readonly takes: 'time' | 'memory') {
    super(400, `This takes too much ${takes} to evaluate. Make it simpler.`)
  }
}

const DEADLINE: Milliseconds = 2000

/** One of several cores is left to the event loop. */
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1))

/** The maximum number of waiting evaluations of one organisation. */
const MAX_WAITING = 20

const MEMORY = {maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16}

/** Its evaluations never reject. */
type Queue = (() => Promise<void>)[]

interface Thread {
  worker: Worker
  /** Resolves when the thread has loaded its code. */
  ready: Promise<unknown>
  /** The signal, with the reason, that the thread answers no more. */
  ended: AbortController
}

/** The threads start when they are needed, and keep no process alive. */
export function createEvaluations<All extends Tasks>({
  code,
  scheduler,
  threads = THREADS,
  deadline = DEADLINE,
}: EvaluationsOptions): Evaluations<All> {
  /** The waiting evaluations by organisation, in the order of their turns. */
  const queues = new Map<string, Queue>()
  /** The organisations with an evaluation under way. */
  const served = new Set<string>()
  const open = new Set<Thread>()
  const idle = new Set<Thread>()
  const evaluated = new Map<string, number>()
  const seconds = new Map<string, number>()
  const refused = new Map<string, number>()
  let isClosed = false

  function takeThread(): Thread {
    const [free = openThread(code)] = idle
    if (!open.has(free)) {
      open.add(free)
      free.ended.signal.addEventListener('abort', () => open.delete(free) && idle.delete(free))
    }
    idle.delete(free)
    return free
  }

  async function evaluateNow<Output>(task: string, input: unknown): Promise<Output> {
    if (isClosed) throw busy()
    const thread = takeThread()
    const {worker, ready, ended} = thread
    let since = scheduler.elapsed()
    let cancel = () => {}
    try {
      await ready
      since = scheduler.elapsed()
      cancel = scheduler.after(deadline, () => ended.abort(new TooCostly('time')))
      worker.postMessage({task, input})
      const [answer] = await once(worker, 'message', {signal: ended.signal})
      return outputOf<Output>(answer)
    } catch (error) {
      const reason: unknown = ended.signal.aborted ? ended.signal.reason : error
      if (reason instanceof TooCostly) count(refused, reason.takes)
      throw reason
    } finally {
      cancel()
      count(evaluated, task)
      count(seconds, task, (scheduler.elapsed() - since) / SECOND)
      if (!ended.signal.aborted) idle.add(thread)
    }
  }

  /** Begins the evaluations of organisations in turn, as long as a thread is free. */
  function begin() {
    for (const [by, queue] of queues) {
      if (served.size >= threads) return
      if (!served.has(by)) void serve(by, queue)
    }
  }

  async function serve(by: string, queue: Queue) {
    served.add(by)
    const next = queue.shift()
    if (queue.length === 0) queues.delete(by)
    await next?.()
    served.delete(by)
    const rest = queues.get(by)
    queues.delete(by)
    if (rest !== undefined) queues.set(by, rest)
    begin()
  }

  return {
    evaluate: task => (by, input) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(by) ?? []
        if (queue.length >= MAX_WAITING) {
          count(refused, 'queue')
          return reject(busy())
        }
        queue.push(() => evaluateNow<Awaited<ReturnType<All[typeof task]>>>(task, input).then(resolve, reject))
        queues.set(by, queue)
        begin()
      }),
    metrics: [
      {
        name: 'evaluations_waiting',
        help: 'Texts of tenants that wait for a thread',
        value: () => [...queues.values()].reduce((sum, {length}) => sum + length, 0),
      },
    ],
    labelledMetrics: [
      {
        name: 'evaluations_total',
        help: 'Texts of tenants that were evaluated in threads',
        label: 'task',
        values: () => [...evaluated],
      },
      {
        name: 'evaluation_seconds_total',
        help: 'How long the threads have evaluated',
        label: 'task',
        values: () => [...seconds],
      },
      {
        name: 'evaluations_refused_total',
        help: 'Texts that were refused: their thread was ended for its time or memory, or too many waited',
        label: 'reason',
        values: () => [...refused],
      },
    ],
    async close() {
      isClosed = true
      const ending = [...open].map(({worker, ended}) => {
        ended.abort(busy())
        return worker.terminate()
      })
      await Promise.all(ending)
    },
  }
}

const busy = () => new HttpError(503, 'Too much is being evaluated. Try again soon.', {'retry-after': '2'})

const SOURCE = new URL('sourceThread.mjs', import.meta.url)

function openThread(code: URL): Thread {
  const isSource = code.pathname.endsWith('.ts')
  const worker = new Worker(isSource ? SOURCE : code, {
    workerData: {code: code.href},
    resourceLimits: MEMORY,
    // The thread gets none of the secrets of the environment.
    env: {},
    execArgv: [],
  })
  worker.unref()
  const ended = new AbortController()
  ended.signal.addEventListener('abort', () => void worker.terminate())
  worker.on('error', error => ended.abort(isOutOfMemory(error) ? new TooCostly('memory') : error))
  worker.on('exit', () => ended.abort(new Error('The thread of evaluations has ended')))
  return {worker, ready: once(worker, 'message', {signal: ended.signal}), ended}
}

const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

function outputOf<Output>(answer: Answer<Output>): Output {
  switch (answer.state) {
    case 'evaluated':
      return answer.output
    case 'refused':
      throw new HttpError(answer.statusCode, answer.message, answer.headers)
    case 'failed':
      throw answer.error
    case 'ready':
      throw new Error('The thread of evaluations was ready twice')
  }
}

function count(counts: Map<string, number>, of: string, times = 1) {
  counts.set(of, (counts.get(of) ?? 0) + times)
}
