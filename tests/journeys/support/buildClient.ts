import {existsSync, readdirSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {build} from 'vite'

const ROOT = join(import.meta.dirname, '../../..')
const BUILT = join(ROOT, 'dist/client/index.html')
const SOURCES = ['src', 'contract', 'public', 'index.html', 'vite.config.ts', 'postcss.config.mjs', 'package-lock.json']

/** Runs once before the journeys: they drive the client as it is shipped. */
export async function setup() {
  const newestSource = Math.max(...SOURCES.map(source => newestChange(join(ROOT, source))))
  if (existsSync(BUILT) && statSync(BUILT).mtimeMs > newestSource) return
  await build({root: ROOT, mode: 'production', logLevel: 'warn'})
}

function newestChange(path: string): number {
  const found = statSync(path, {throwIfNoEntry: false})
  if (found === undefined) return 0
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(found.mtimeMs, ...readdirSync(path).map(name => newestChange(join(path, name))))
}
