import {Session} from 'node:inspector/promises'
import {relative} from 'node:path'
import {fileURLToPath} from 'node:url'

declare global {
  /** Of the worker, whose files share what they have loaded. Absent unless the map of tests is being made. */
  var coverage: {session: Session; covered: Set<string>; isOn: boolean} | undefined
}

export async function startCoverage(): Promise<void> {
  if (process.env.TEST_MAP === undefined) return
  globalThis.coverage ??= {session: await profiler(), covered: new Set(), isOn: false}
  if (globalThis.coverage.isOn) return
  globalThis.coverage.isOn = true
  await globalThis.coverage.session.post('Profiler.startPreciseCoverage', {callCount: true, detailed: false})
}

async function profiler(): Promise<Session> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  return session
}

/** The rest of a test file calls what it has called already, and too often to be counted. */
export async function endCoverage(): Promise<void> {
  if (!globalThis.coverage?.isOn) return
  await note()
  globalThis.coverage.isOn = false
  await globalThis.coverage.session.post('Profiler.stopPreciseCoverage')
}

/** The files of the project of which a function was called since the last look; undefined without a map. */
export async function takeCoverage(): Promise<string[] | undefined> {
  if (globalThis.coverage === undefined) return undefined
  await note()
  const covered = [...globalThis.coverage.covered].sort()
  globalThis.coverage.covered.clear()
  return covered
}

/** What every test calls says nothing: building and closing the server touch each part of it. */
export async function uncovered<Made>(act: () => PromiseLike<Made>): Promise<Made> {
  if (!globalThis.coverage?.isOn) return act()
  await note()
  const made = await act()
  await globalThis.coverage.session.post('Profiler.takePreciseCoverage')
  return made
}

/** Says that a page ran files of the project. */
export function coverByPage(files: Iterable<string>): void {
  for (const file of files) if (isOurs(file)) globalThis.coverage?.covered.add(file)
}

async function note() {
  if (!globalThis.coverage?.isOn) return
  const {session, covered} = globalThis.coverage
  // Each look sets the counts to zero.
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
