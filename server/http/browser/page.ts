import {createHash} from 'node:crypto'
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {z} from 'zod'
import {readOpening} from '../../../contract/wire/opening'

/** The cookies of a visitor: whether someone is signed in, and which dashboard was shown last. */
export interface Visitor {
  isSignedIn: boolean
  dashboard: string | undefined
}

/** The page of the built client. */
export interface ClientPage {
  /** The sources of a content security policy that allow the page's own inline scripts. */
  scriptHashes: readonly string[]
  /** Another one for each build; undefined without a built client. The page has it as `data-build`. */
  build: string | undefined
  /** `player.html`, the page of a screen, which has nothing of the other one. */
  player: string
  /**
   * `index.html`, which says to its scripts whether somebody is signed in and what to request first, so that they need
   * not ask. `links` are values of a `Link` header: the files for the path, in the order of need.
   */
  at(path: string, visitor: Visitor): {html: string; links: string[]}
}

/**
 * Without a built client, or with one that says nothing about its files, nothing is allowed or linked. `additions` says
 * whether the server can be asked for an opening.
 */
export function readClientPage(clientDir: string | undefined, additions: boolean): ClientPage {
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
    at(path, {isSignedIn, dashboard}) {
      const first = `/${path.split('/')[1] ?? ''}`
      const shown = dashboard === 'media' || dashboard === 'wall' ? [shownLast[dashboard]] : []
      const screens = isSignedIn ? [...shown, signedIn] : []
      const ofUser = screens.find(paths => paths.has(first))?.get(first)
      const links = (ofUser ?? anybody.get(first))?.map(link) ?? []
      if (ofUser === undefined || !additions) return {html: isSignedIn ? html : nobodys, links}
      const hasDevices = first === '/myhome' || (first === '/dashboard' && dashboard !== 'media')
      const opening = hasDevices ? `${readOpening.path}?devices=true` : readOpening.path
      return {
        html: html.replace('<html ', `<html data-opening="${opening}" `),
        links: [`<${opening}>; ${FETCHED}`, ...links],
      }
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

const FETCHED = 'rel=preload; as=fetch; crossorigin'

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

function link(file: string): string {
  if (file.endsWith('.css')) return `</${file}>; rel=preload; as=style; crossorigin`
  if (file.endsWith('.woff2')) return `</${file}>; rel=preload; as=font; type="font/woff2"; crossorigin`
  if (file.endsWith('.json')) return `</${file}>; ${FETCHED}`
  return `</${file}>; rel=modulepreload`
}
