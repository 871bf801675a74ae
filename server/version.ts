import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as z from 'zod/mini'

export interface Version {
  version: string
  /** Null when the server was not built from a repository. */
  commit: string | null
}

const ROOT = join(import.meta.dirname, '..')
const described = z.object({version: z.string()})

/** The version of the package, and the commit that the build has noted (`scripts/lib.mjs`). */
export function readVersion(): Version {
  const {version} = described.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
  const noted = join(ROOT, 'dist/commit')
  return {version, commit: (existsSync(noted) && readFileSync(noted, 'utf8').trim()) || null}
}
