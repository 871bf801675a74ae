import {createHash} from 'node:crypto'
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {z} from 'zod'

/** What cookies say: whether someone is signed in, and which dashboard was shown last. */
export interface Visitor {
  isSignedIn: boolean
  dashboard: string | undefined
}

/** What the built client says about its page. */
export interface ClientPage {
  /** The sources of a content security policy that allow the page's own inline scripts. */
  scriptHashes: readonly string[]
  /** Another one for each build; undefined without a built client. The page has it as `data-build`. */
  build: string | undefined
  /** `index.html`, which lets its scripts know when nobody is signed in, so that they need not ask. */
  html(isSignedIn: boolean): string
  /** `player.html`, the page of a screen, which has nothing of the other one. */
  player: string
  /** The value of a `Link` header: the files that the path needs, in the order in which they are needed. */
  linksOf(path: string, visitor: Visitor): string | undefined
}

/** Without a built client, or with one that says nothing about its files, nothing is allowed or linked. */
export function readClientPage(clientDir: string | undefined): ClientPage {
  const read = (name: string) => {
    const path = clientDir === undefined ? undefined : join(clientDir, name)
    return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  const built = read('index.html')
  const build = built && createHash('sha256').update(built).digest('hex').slice(0, BUILD_LENGTH)
  const html = (built ?? '').replace('<html ', `<html data-build="${build}" `)
  const nobodys = html.replace('<html ', '<html data-visitor="nobody" ')
  const {signedIn, anybody, ...shownLast} = routes.parse(JSON.parse(read('routes.json') ?? '{}'))
  return {
    scriptHashes: [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => hashOf(script)),
    build,
    player: read('player.html') ?? '',
    html: isSignedIn => (isSignedIn ? html : nobodys),
    linksOf(path, {isSignedIn, dashboard}) {
      const first = `/${path.split('/')[1] ?? ''}`
      const shown = dashboard === 'media' || dashboard === 'wall' ? [shownLast[dashboard]] : []
      const known = isSignedIn ? [...shown, signedIn, anybody] : [anybody]
      const files = known.find(paths => paths.has(first))?.get(first) ?? []
      return files.length === 0 ? undefined : files.map(link).join(', ')
    },
  }
}

const BUILD_LENGTH = 16

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g

const files = z.record(z.string(), z.array(z.string())).transform(paths => new Map(Object.entries(paths)))
const routes = z.object({
  signedIn: files.prefault({}),
  anybody: files.prefault({}),
  media: files.prefault({}),
  wall: files.prefault({}),
})

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

function link(file: string): string {
  if (file.endsWith('.css')) return `</${file}>; rel=preload; as=style; crossorigin`
  if (file.endsWith('.woff2')) return `</${file}>; rel=preload; as=font; type="font/woff2"; crossorigin`
  if (file.endsWith('.json')) return `</${file}>; rel=preload; as=fetch; crossorigin`
  return `</${file}>; rel=modulepreload`
}
