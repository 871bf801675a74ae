import {chown, mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {onTestFinished} from 'vitest'

/** A folder that is gone after the test. */
export async function createDataDir({parent = tmpdir(), uid}: {parent?: string; uid?: number} = {}): Promise<string> {
  const folder = await mkdtemp(join(parent, 'pulsewall-test-'))
  if (uid !== undefined) await chown(folder, uid, uid)
  onTestFinished(() => rm(folder, {recursive: true, force: true}))
  return folder
}
