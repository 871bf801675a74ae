import {existsSync} from 'node:fs'
import {basename, resolve} from 'node:path'
import {normalizePath, type Rolldown} from 'vite'
import {ACCOUNT, BESIDE_PAGES, PAGES, SIGNED_IN} from './routes.ts'

type Context = Rolldown.ChunkingContext

/** The frame around all pages of a signed-in user, and what it shows soon after: files of their own are up to three requests. */
const FRAME = [
  SIGNED_IN,
  ...['src/wiring/alarms/bell.ts', 'src/wiring/activeAlarms.ts', 'src/ui/alarms/bell/AlarmsMark.tsx'],
].map(source)
const OF_PAGES = PAGES.map(source)
const PAGE_WITH = new Map(BESIDE_PAGES.map(([module, page]) => [source(module), source(page)]))
const OF_ACCOUNT = source(ACCOUNT)
/** Pages of all other areas list records. Without what only those share, a dashboard and a wall are 36 kB smaller. */
const AREAS_WITHOUT_RECORDS = new Set(['account', 'telemetry', 'wall'])

/** Small parts whose users are not known here: their packages name them all in one file. They save a dashboard 12 kB. */
const SMALL_PARTS =
  /\/node_modules\/(lucide-react|rxjs|tslib|@mantine\/core\/esm\/components\/(FileButton|NativeSelect))\//
/** Dialogs, and lists to choose from, with the packages that they alone need. Sign-up is 140 kB smaller without them. */
const OVERLAYS =
  /\/src\/ui\/kit\/(dialog|picker)\/|\/node_modules\/(@?date-fns|@floating-ui|@mantine|react-remove-scroll|use-sidecar|use-callback-ref|react-style-singleton|get-nonce)/

/**
 * The files of the client, besides one for each part that loads by itself. Each costs a request, so what several pages
 * need is one file, although no page needs all of it. What a group needs belongs to it, unless an earlier one has it.
 *
 * A page of a signed-in user loads 3 to 6 scripts. The bundler's own choice is 80 to 157, and its rule for modules that
 * four parts share 8 to 26. One file for all that several pages share has 7 to 25 % more bytes. Sizes are by brotli.
 */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  {name: 'first', tags: ['$initial'], priority: 3},
  {name: (module, context) => (isForPages(module, context) ? 'pages' : null), priority: 2, debugName: 'pages'},
  {name: 'overlays', test: OVERLAYS, priority: 1},
  {name: chunkOf, debugName: 'shared', includeDependenciesRecursively: false},
]

function isForPages(module: string, context: Context): boolean {
  if (SMALL_PARTS.test(module) || FRAME.includes(module)) return true
  if (OVERLAYS.test(module)) return false
  const {parts, pages, areas} = usersOf(module, context)
  const isShared = pages.length > 1 || areas.size > 1
  return isShared && pages.some(page => AREAS_WITHOUT_RECORDS.has(areaOf(page))) && !parts.has(OF_ACCOUNT)
}

function chunkOf(module: string, context: Context): string | null {
  const {parts, pages, areas} = usersOf(module, context)
  if (parts.has(OF_ACCOUNT)) return basename(OF_ACCOUNT, '.ts')
  const [page] = pages
  if (page === undefined) return null
  return pages.length === 1 && areas.size === 1 ? basename(page, '.ts') : 'records'
}

/** A part that shares code with a page of another area must not load that page: the dashboard would load 33 kB more. */
function usersOf(module: string, context: Context) {
  const parts = partsWith(module, context)
  return {parts, pages: OF_PAGES.filter(page => parts.has(page)), areas: new Set([...parts].map(areaOf))}
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
  if (info?.dynamicImporters.length) parts.add(PAGE_WITH.get(module) ?? module)
  for (const importer of info?.importers ?? []) for (const part of partsWith(importer, context)) parts.add(part)
  return parts
}

function source(name: string): string {
  const file = resolve(import.meta.dirname, '..', name)
  if (!existsSync(file)) throw new Error(`There is no ${file} any more, which is built into a file of its own.`)
  return normalizePath(file)
}
