import {readFile, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {promisify} from 'node:util'
import {brotliCompress} from 'node:zlib'
import type {ConfigEnv, Plugin, Rolldown} from 'vite'
import {ROUTES} from './routes.ts'

/** The build of the gallery has other pages. */
const isForProduct = (_: unknown, {command, mode}: ConfigEnv) => command === 'build' && mode === 'production'

/**
 * Writes `routes.json`, from which the server tells the browser which files the address needs before the first script has
 * said so: lists of files by path, for people who are signed in and for anybody. The typeface is only named for the former,
 * who have it already; for anybody else it comes after the scripts. By the lazy routes alone, over 400 kbit/s, the console
 * is there after 12.6 instead of 11.1 s and a wall after 11.7 instead of 9.5 s.
 */
export const firstPaint: Plugin = {
  name: 'first-paint',
  apply: isForProduct,
  transformIndexHtml: {
    order: 'post',
    handler: stylesLast,
  },
  generateBundle(_options, bundle) {
    const files = Object.fromEntries(
      Object.entries(ROUTES).map(([reader, paths]) => [
        reader,
        Object.fromEntries(
          Object.entries(paths).map(([path, modules]) => [
            path,
            [...filesOf(bundle, modules), ...(reader === 'anybody' ? [] : Object.keys(bundle).filter(isTextFace))],
          ]),
        ),
      ]),
    )
    this.emitFile({type: 'asset', fileName: 'routes.json', source: JSON.stringify(files)})
  },
}

/** Compresses files once that the server would otherwise compress for each browser, and less well: the first script is 159 instead of 188 kB. */
export const compressed: Plugin = {
  name: 'compressed',
  apply: isForProduct,
  async writeBundle({dir = '.'}, bundle) {
    const texts = Object.keys(bundle).filter(file => /^assets\/.*\.(js|css)$/.test(file))
    await Promise.all(
      texts.map(async file => {
        const path = join(dir, file)
        await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path)))
      }),
    )
  },
}

/**
 * In the head a style sheet would keep back what `index.html` draws by its own styles, over 400 kbit/s until 1.3 s instead of
 * 0.5 s. Scripts wait for it in either place.
 */
function stylesLast(html: string): string {
  const sheets = html.match(STYLE_SHEET) ?? []
  return html.replace(STYLE_SHEET, '').replace('</body>', `${sheets.join('')}</body>`)
}
const STYLE_SHEET = /<link rel="stylesheet"[^>]*>\s*/g

const isTextFace = (file: string) => /inter-latin-wght-normal.*\.woff2$/.test(file)

/**
 * Returns the first files of the page, and then all others that the modules need. A browser requests files in this order,
 * and over HTTP/1.1 six at a time, so files that others wait for have to come first.
 */
function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const withImports = (file: string, seen: Set<string>): Set<string> => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const imported of byName.get(file)?.imports ?? []) withImports(imported, seen)
    return seen
  }
  const stylesOf = (scripts: readonly string[]) =>
    scripts.flatMap(file => [...(byName.get(file)?.viteMetadata?.importedCss ?? [])])
  const entries = chunks.filter(({isEntry}) => isEntry).map(({fileName}) => fileName)
  const first = [...new Set(entries.flatMap(file => [...withImports(file, new Set())]))]
  const wanted = modules.flatMap(module => {
    const chunk = chunks.find(({moduleIds}) => moduleIds.some(id => id.replaceAll('\\', '/').endsWith(`/${module}`)))
    if (chunk === undefined) throw new Error(`no chunk has ${module}`)
    return [...withImports(chunk.fileName, new Set())]
  })
  const further = [...new Set(wanted)].filter(file => !first.includes(file))
  return [...new Set(['config.json', ...first, ...stylesOf(first), ...further, ...stylesOf(further)])]
}
