import {readdirSync, readFileSync} from 'node:fs'
import {join, posix} from 'node:path'

const ROOTS = ['.ci', 'bench', 'contract', 'deploy', 'docs', 'public', 'scripts', 'server', 'src', 'tests', 'vite']
/** Documents name the layers of the client without `src`. */
const LAYERS = ['api', 'domain', 'machines', 'streams', 'ui', 'wiring']

const FENCED = /^ *```[\s\S]*?^ *```$/gm
const LINK = /\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g
const HEADING = /^#+ (.+)$/gm
const CODE = /`([^`\n]+)`/g
const PATH = /^[\w.<>*-]+(\/[\w.<>*…-]*)+$/
const SOURCE_FILE = /^\w[\w.-]*\.(ts|tsx|mjs|css)$/
/** In a path, `<name>` and `*` stand for any part of a name. */
const PLACEHOLDER = /<[^>]*>|\*+/g
const ENDINGS = ['', '.ts', '.tsx', '.test.ts', '.test.tsx']

/** The paths in the documents of a project that name nothing. */
export function readDeadPaths(root: string): string[] {
  const below = ROOTS.flatMap(folder =>
    readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'}).map(path => posix.join(folder, path)),
  )
  const paths = new Set([...ROOTS, ...readdirSync(root), ...below])
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const documents = [...paths].filter(path => path.endsWith('.md'))
  return documents.flatMap(path => [...deadPaths(path, read(path), paths), ...deadAnchors(path, read(path), read)])
}

/** The links to a part of a document that has no such heading. */
export function deadAnchors(document: string, markdown: string, read: (path: string) => string): string[] {
  const anchors = [...markdown.replace(FENCED, '').matchAll(LINK)].flatMap(([, link = '', anchor]) =>
    anchor === undefined ? [] : [{path: link === '' ? document : posix.join(posix.dirname(document), link), anchor}],
  )
  const isHeading = ({path, anchor}: {path: string; anchor: string}) =>
    [...read(path).matchAll(HEADING)].some(([, heading = '']) => slugOf(heading) === anchor)
  return anchors.filter(each => !isHeading(each)).map(({path, anchor}) => `${document}: ${path}#${anchor}`)
}

/** As GitHub makes it. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-')

/**
 * A path begins with a folder of the project or a layer, or with a folder beside the document. A file of a folder's
 * README lies somewhere below that folder, or at the root. The ending of a source file may be left out.
 */
export function deadPaths(document: string, markdown: string, paths: ReadonlySet<string>): string[] {
  const folder = posix.dirname(document)
  const text = markdown.replace(FENCED, '')
  const links = [...text.matchAll(LINK)].flatMap(([, link = '']) => (link === '' ? [] : [posix.join(folder, link)]))
  const codes = [...text.matchAll(CODE)].map(([, code = '']) => code)
  const named = codes.flatMap(code => (PATH.test(code) ? placeOf(code, folder, paths) : []))
  const files = isOfCode(folder) ? codes.filter(code => SOURCE_FILE.test(code)) : []
  return [
    ...[...links, ...named].filter(path => !isThere(path, paths)),
    ...files.filter(
      file => !paths.has(file) && ![...paths].some(path => path.startsWith(`${folder}/`) && path.endsWith(`/${file}`)),
    ),
  ].map(path => `${document}: ${path}`)
}

const isOfCode = (folder: string): boolean => folder !== '.' && !folder.startsWith('docs')

function placeOf(code: string, folder: string, paths: ReadonlySet<string>): string[] {
  const [first = ''] = code.split('/')
  if (ROOTS.includes(first)) return [code]
  if (isOfCode(folder) && paths.has(`${folder}/${first}`)) return [`${folder}/${code}`]
  return LAYERS.includes(first) ? [`src/${code}`] : []
}

function isThere(path: string, paths: ReadonlySet<string>): boolean {
  const place = path.replace(/\/…?$/, '')
  if (place.search(PLACEHOLDER) === -1) return ENDINGS.some(ending => paths.has(place + ending))
  const parts = place.split(PLACEHOLDER).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`^${parts.join('[^/]*')}(\\.tsx?)?$`)
  return [...paths].some(each => pattern.test(each))
}
