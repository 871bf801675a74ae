import {execFileSync} from 'node:child_process'
import {join} from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/** Runs once before the journeys: they drive the client as it is shipped. */
export function setup() {
  execFileSync(process.execPath, ['scripts/build.mjs', 'client'], {cwd: ROOT, stdio: 'inherit'})
}
