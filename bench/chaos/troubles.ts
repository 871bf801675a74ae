import {setTimeout as delay} from 'node:timers/promises'
import {emptyDisk, fillDisk} from '../../tests/support/disk'
import type {Network} from '../../tests/support/network'
import {childrenOf, connectionsOf, postmasterOf} from '../../tests/support/postgres'
import type {Period} from './judge'
import {between, oneOf, type Random} from './random'
import type {ChaosRedis} from './redis'
import type {Supervised} from './supervisor'

/** The targets of the troubles. */
export interface Stage {
  random: Random
  server: Supervised
  /** Undefined where none is installed. */
  redis: ChaosRedis | undefined
  /** Between half of the devices and the server. */
  network: Network
  dataDir: string
  /** The disk of the data folder; undefined where we may not mount one. */
  disk: string | undefined
  isDiskFull: boolean
  /** When nobody could expect an answer of the server. */
  excused: Period[]
  /** The length of lasting troubles, ms. */
  lasting: {least: number; most: number}
}

export interface Trouble {
  name: string
  /** Resolves when it is over. */
  happen(stage: Stage): Promise<void>
  /** Why it can't happen here. */
  isMissing?(stage: Stage): string | undefined
}

const HOUR = 60 * 60_000
const ENDING = 500
/** Within what a device's clock may be ahead of the server's. */
const BACK = 50_000

const lasts = ({random, lasting: {least, most}}: Stage) => delay(between(random, least, most))

export const TROUBLES: readonly Trouble[] = [
  {name: 'backend of the database killed', happen: async stage => signal(backendOf(stage), 'SIGKILL')},
  {name: 'postmaster killed', happen: async stage => signal(postmaster(stage), 'SIGKILL')},
  {name: 'backend of the database frozen', happen: stage => frozen(stage, [backendOf(stage)])},
  {name: 'postmaster frozen', happen: stage => frozen(stage, [postmaster(stage)])},
  {name: 'database frozen as a whole', happen: stage => frozen(stage, wholeDatabase(stage))},
  {name: 'server killed', happen: stage => ended(stage, 'SIGKILL')},
  {name: 'server ended by SIGTERM', happen: stage => ended(stage, 'SIGTERM')},
  {name: 'server ended by SIGHUP', happen: stage => ended(stage, 'SIGHUP')},
  {name: 'server frozen', happen: stage => whileExcused(stage, () => frozen(stage, [stage.server.pid()]))},
  {name: 'Redis killed', isMissing: noRedis, happen: stage => withoutRedis(stage, 'SIGKILL')},
  {name: 'Redis stopped', isMissing: noRedis, happen: stage => withoutRedis(stage, 'SIGTERM')},
  {name: 'Redis frozen', isMissing: noRedis, happen: stage => frozen(stage, [stage.redis?.pid()])},
  {name: 'Redis flushed', isMissing: noRedis, happen: async ({redis}) => redis?.flush()},
  {
    name: 'disk full',
    isMissing: ({disk}) => (disk === undefined ? 'no small disk can be mounted here' : undefined),
    async happen(stage) {
      if (stage.disk === undefined) return
      // Up to the last byte, or to where writes are refused.
      stage.isDiskFull = true
      fillDisk(stage.disk, stage.random() < 0.5 ? 0 : 40_000_000)
      await lasts(stage)
      emptyDisk(stage.disk)
      // A start that has failed by then ends a little later.
      await delay(ENDING)
      stage.isDiskFull = false
    },
  },
  {name: 'clock an hour ahead, and right again', happen: stage => whileClockIs(stage, HOUR)},
  {name: 'clock 50 s behind, and right again', happen: stage => whileClockIs(stage, -BACK)},
  {name: 'network cut', happen: stage => whileCut(stage, () => stage.network.cut())},
  {name: 'network stalled', happen: stage => whileCut(stage, () => stage.network.stall())},
]

function noRedis({redis}: Stage): string | undefined {
  return redis === undefined ? 'no Redis is installed here' : undefined
}

/** Undefined while there is none. */
function postmaster({dataDir}: Stage): number | undefined {
  try {
    return postmasterOf(dataDir)
  } catch {
    return undefined
  }
}

function backendOf(stage: Stage): number | undefined {
  const backends = processesOf(stage, connectionsOf)
  return backends.length === 0 ? undefined : oneOf(stage.random, backends)
}

function wholeDatabase(stage: Stage): (number | undefined)[] {
  return [postmaster(stage), ...processesOf(stage, childrenOf)]
}

function processesOf(stage: Stage, below: (pid: number) => number[]): number[] {
  const pid = postmaster(stage)
  if (pid === undefined) return []
  try {
    return below(pid)
  } catch {
    return []
  }
}

function signal(pid: number | undefined, name: NodeJS.Signals) {
  if (pid === undefined || !(pid > 1)) return
  try {
    process.kill(pid, name)
  } catch {
    // It is gone.
  }
}

async function frozen(stage: Stage, pids: readonly (number | undefined)[]) {
  for (const pid of pids) signal(pid, 'SIGSTOP')
  await lasts(stage)
  for (const pid of pids) signal(pid, 'SIGCONT')
}

async function whileExcused({excused}: Stage, work: () => Promise<void>) {
  const period = {from: Date.now(), to: Number.POSITIVE_INFINITY}
  excused.push(period)
  await work()
  period.to = Date.now()
}

const ended = (stage: Stage, name: NodeJS.Signals) => whileExcused(stage, () => stage.server.end(name))

async function withoutRedis(stage: Stage, name: NodeJS.Signals) {
  await stage.redis?.end(name)
  await lasts(stage)
  await stage.redis?.start()
}

async function whileClockIs(stage: Stage, offset: number) {
  stage.server.setClock(offset)
  await lasts(stage)
  stage.server.setClock(0)
}

async function whileCut(stage: Stage, cut: () => void) {
  cut()
  await lasts(stage)
  stage.network.mend()
}
