import {type ChildProcess, spawn} from 'node:child_process'
import {readdirSync, readFileSync} from 'node:fs'
import {basename} from 'node:path'

const started = new Set<ChildProcess>()

export interface StartOptions {
  environment?: Readonly<Record<string, string>>
  parameters?: readonly string[]
}

/** Runs a TypeScript file in a new Node process, with a channel for messages. It ends when this process ends. */
export const startNode = (file: string, {parameters = [], ...options}: StartOptions = {}): ChildProcess =>
  startPlainNode('--import', {parameters: ['tsx', file, ...parameters], ...options})

/** Runs a TypeScript file with an order in a process of its own. Resolves to its answer when the process has ended. */
export function askProcess<Answer>(
  file: string,
  order: object,
  answer: {parse(message: unknown): Answer},
): Promise<Answer> {
  const child = startNode(file)
  child.stderr?.pipe(process.stderr)
  const answered = new Promise<Answer>((resolve, reject) => {
    child.once('message', message => resolve(answer.parse(message)))
    child.once('exit', code => reject(new Error(`The process of ${basename(file)} ended with ${code}`)))
  })
  child.send(order)
  return answered.finally(() => hasExited(child))
}

/** Runs a JavaScript file that is none of ours. */
export function startPlainNode(file: string, {environment = {}, parameters = []}: StartOptions = {}): ChildProcess {
  return untilExit(
    spawn(process.execPath, [file, ...parameters], {
      env: {...process.env, ...environment},
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    }),
  )
}

/** Runs a program other than Node, and ignores its output. It ends when this process ends. */
export const startProgram = (file: string, parameters: readonly string[]): ChildProcess =>
  untilExit(spawn(file, parameters, {stdio: 'ignore'}))

function untilExit(child: ChildProcess): ChildProcess {
  started.add(child)
  child.once('exit', () => started.delete(child))
  return child
}

export function endEveryProcess(): void {
  for (const child of started) child.kill('SIGKILL')
}

export function hasExited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise(resolve => child.once('exit', () => resolve()))
}

const PAGE_BYTES = 4096
const TICKS_PER_SECOND = 100

/** The resident memory in bytes. Like the functions below, it needs /proc, so it works on Linux only. */
export function residentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES
}

/** Returns the number of files, sockets and pipes that a process has open. */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** The user and system time of one process since its start, in ms. */
function cpuMilliseconds(pid: number): number {
  const [user, system] = statOf(pid).slice(11, 13)
  return ((Number(user) + Number(system)) / TICKS_PER_SECOND) * 1000
}

export interface CpuUse {
  /** The mean number of cores in use since the start of the watch. */
  server: number
  database: number
}

/** Watches a server and its PostgreSQL from now on. The returned function gives their use of the CPU. */
export function watchCpu(pid: number): () => CpuUse {
  const everybody = () => [pid, ...descendants(pid)]
  const before = new Map(everybody().map(each => [each, cpuMilliseconds(each)]))
  const startedAt = performance.now()
  return () => {
    const passed = performance.now() - startedAt
    const [server = 0, ...database] = everybody().map(
      each => (cpuMilliseconds(each) - (before.get(each) ?? 0)) / passed,
    )
    return {server, database: database.reduce((total, share) => total + share, 0)}
  }
}

/** Watches processes and all below them from now on. The returned function gives the milliseconds of CPU that they took. */
export function watchTrees(pids: readonly number[]): () => number {
  const taken = () => new Map([...pids, ...pids.flatMap(descendants)].map(pid => [pid, cpuMilliseconds(pid)]))
  const before = taken()
  return () => [...taken()].reduce((sum, [pid, milliseconds]) => sum + milliseconds - (before.get(pid) ?? 0), 0)
}

/** The ids of all processes below a process. */
export function descendants(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter(other => other > 0 && parentOf(other) === pid)
  return [...children, ...children.flatMap(descendants)]
}

/** The memory of several processes in bytes. Pages that they share count once. */
export function proportionalBytes(pids: readonly number[]): number {
  const kilobytes = pids.map(pid => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0))
  return kilobytes.reduce((total, size) => total + size, 0) * 1024
}

const parentOf = (pid: number) => Number(statOf(pid)[1])

/** The fields of /proc/pid/stat from the state on. They are found after the command, which may contain spaces. */
function statOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
