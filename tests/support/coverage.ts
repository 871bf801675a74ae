import {Session} from 'node:inspector/promises'
import {relative} from 'node:path'
import {fileURLToPath} from 'node:url'

declare global {
  /** Of the worker, whose files share what they have loaded. Absent unless the map of tests is being made. */
  var coverage: Coverage | undefined
}

interface Coverage {
  session: Session
  covered: Set<string>
  /** Whether each look names what was called since the last one. Else it names each function once, and V8 optimizes. */
  countsCalls: boolean
}

export async function startCoverage(): Promise<void> {
  if (process.env.TEST_MAP === undefined || globalThis.coverage !== undefined) return
  globalThis.coverage = {session: await profiler(), covered: new Set(), countsCalls: false}
  await begin(globalThis.coverage)
}

async function profiler(): Promise<Session> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  return session
}

async function begin({session, countsCalls}: Coverage): Promise<void> {
  await session.post('Profiler.stopPreciseCoverage')
  await session.post('Profiler.startPreciseCoverage', {callCount: countsCalls, detailed: false})
}

/** The files of the project of which a function was called since the last look; undefined without a map. */
export async function takeCoverage(): Promise<string[] | undefined> {
  if (globalThis.coverage === undefined) return undefined
  await note()
  const covered = [...globalThis.coverage.covered].sort()
  globalThis.coverage.covered.clear()
  if (!globalThis.coverage.countsCalls) await begin(globalThis.coverage)
  return covered
}

/** What every test calls says nothing: building and closing the server touch each part of it. */
export async function uncovered<Made>(act: () => PromiseLike<Made>): Promise<Made> {
  const {coverage} = globalThis
  if (coverage === undefined) return act()
  await note()
  if (!coverage.countsCalls) await begin(Object.assign(coverage, {countsCalls: true}))
  const made = await act()
  await coverage.session.post('Profiler.takePreciseCoverage')
  return made
}

/** Says that a page ran files of the project. */
export function coverByPage(files: Iterable<string>): void {
  for (const file of files) if (isOurs(file)) globalThis.coverage?.covered.add(file)
}

async function note() {
  if (globalThis.coverage === undefined) return
  const {session, covered} = globalThis.coverage
  const {result} = await session.post('Profiler.takePreciseCoverage')
  for (const {url, functions} of result) {
    const file = relative(process.cwd(), url.startsWith('file:') ? fileURLToPath(url) : url)
    if (isOurs(file) && functions.some(isCalled)) covered.add(file)
  }
}

interface Called {
  functionName: string
  ranges: {count: number; startOffset: number}[]
}

/** Loading a module says nothing, since only the first file of a worker does. */
const isCalled = ({functionName, ranges: [range]}: Called) =>
  functionName !== '' && range !== undefined && range.count > 0 && range.startOffset > 0

const isOurs = (file: string) => /^(contract|server|src)\//.test(file)
