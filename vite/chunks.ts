import {existsSync} from 'node:fs'
import {basename, resolve} from 'node:path'
import {normalizePath, type Rolldown} from 'vite'
import {ACCOUNT, PAGES, SIGNED_IN} from './routes.ts'

type Context = Rolldown.ChunkingContext

/** What all pages stand in of somebody who is signed in, and what is soon there with them. Each loads by itself. */
const FRAME = [
  SIGNED_IN,
  ...['src/wiring/alarms/bell.ts', 'src/wiring/telemetry/standingAlarms.ts', 'src/ui/alarms/bell/AlarmsMark.tsx'],
].map(source)
const OF_PAGES = PAGES.map(source)
const OF_ACCOUNT = source(ACCOUNT)
/** Where records are listed and changed. Dashboards of values and walls need nothing that only these share. */
const AREAS_OF_RECORDS = new Set(['alarms', 'console', 'media', 'session'])

/** Of packages whose parts come by one file that names them all, nobody can see here who needs which. */
const FOR_ANYBODY = /\/node_modules\/(rxjs|tslib)\//
const FOR_PAGES =
  /\/node_modules\/(@?date-fns|@floating-ui|@mantine|lucide-react|react-remove-scroll|use-sidecar|use-callback-ref|react-style-singleton|get-nonce)/

/**
 * The files of the client, besides one for each part that loads by itself. Each costs a request, so what several pages
 * need is one file, although no page needs all of it.
 */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  {name: 'first', tags: ['$initial'], priority: 1},
  {name: chunkOf, debugName: 'shared', includeDependenciesRecursively: false},
]

function chunkOf(module: string, context: Context): string | null {
  if (FOR_ANYBODY.test(module)) return 'common'
  if (FOR_PAGES.test(module)) return 'pages'
  const parts = partsWith(module, context)
  if (parts.has(OF_ACCOUNT) && parts.size > 1) return 'common'
  const pages = OF_PAGES.filter(page => parts.has(page))
  if (FRAME.some(part => parts.has(part))) return 'pages'
  const [page] = pages
  if (page === undefined) return null
  const areas = new Set([...parts].map(areaOf))
  if (pages.length === 1 && areas.size === 1) return basename(page, '.ts')
  return [...areas].every(area => AREAS_OF_RECORDS.has(area)) ? 'records' : 'pages'
}

const areaOf = (part: string) => /\/src\/[a-z]+\/([a-z]+)\//.exec(part)?.[1] ?? ''

const known = new Map<string, ReadonlySet<string>>()

/** The modules that are loaded by `import()` and need this one at once. */
function partsWith(module: string, context: Context): ReadonlySet<string> {
  const found = known.get(module)
  if (found !== undefined) return found
  const parts = new Set<string>()
  known.set(module, parts)
  const info = context.getModuleInfo(module)
  if (info?.dynamicImporters.length) parts.add(module)
  for (const importer of info?.importers ?? []) for (const part of partsWith(importer, context)) parts.add(part)
  return parts
}

function source(name: string): string {
  const file = resolve(import.meta.dirname, '..', name)
  if (!existsSync(file)) throw new Error(`There is no ${file} any more, which is built into a file of its own.`)
  return normalizePath(file)
}
