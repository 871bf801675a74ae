import {existsSync, readFileSync} from 'node:fs'
import {SourceMap} from 'node:module'
import {join, relative} from 'node:path'
import type {BrowserContext, CDPSession} from 'playwright-core'
import {coverByPage} from '../../support/coverage'

const ROOT = join(import.meta.dirname, '../../..')
const BUILDS = ['client', 'gallery'].map(name => join(ROOT, 'dist', name))

/** Notes which files of the project the pages of a browser run, when the map of tests is being made. Resolves before they close. */
export function watchPages(context: BrowserContext): () => Promise<void> {
  if (globalThis.coverage === undefined) return async () => {}
  const sessions: Promise<CDPSession>[] = []
  context.on('page', page => sessions.push(startCoverage(context.newCDPSession(page))))
  return async () => {
    // A page that was closed meanwhile tells nothing.
    for (const session of sessions) coverByPage(await session.then(filesRun).catch(() => []))
  }
}

async function startCoverage(opening: Promise<CDPSession>): Promise<CDPSession> {
  const session = await opening
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', {callCount: false, detailed: false})
  return session
}

async function filesRun(session: CDPSession): Promise<string[]> {
  const {result} = await session.send('Profiler.takePreciseCoverage')
  return result.flatMap(({url, functions}) => {
    const sourceAt = sourcesOf(url)
    return functions.flatMap(({ranges: [range]}) =>
      range !== undefined && range.count > 0 && range.startOffset > 0 ? sourceAt(range.startOffset) : [],
    )
  })
}

const known = new Map<string, (offset: number) => string[]>()

/** The source of a place in a built file. */
function sourcesOf(url: string): (offset: number) => string[] {
  const sourceAt = known.get(url) ?? readSources(url)
  known.set(url, sourceAt)
  return sourceAt
}

function readSources(url: string): (offset: number) => string[] {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  const file = BUILDS.map(folder => join(folder, path)).find(file => existsSync(`${file}.map`))
  if (file === undefined) return () => []
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
  const starts = lineStartsOf(readFileSync(file, 'utf8'))
  return offset => {
    const line = starts.findLastIndex(start => start <= offset)
    const entry = map.findEntry(line, offset - (starts[line] ?? 0))
    // What the bundler adds has no source.
    if (!('originalSource' in entry) || typeof entry.originalSource !== 'string') return []
    return [relative(ROOT, join(file, '..', entry.originalSource))]
  }
}

function lineStartsOf(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
