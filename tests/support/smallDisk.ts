import {execFileSync} from 'node:child_process'
import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {onTestFinished} from 'vitest'

/** Undefined where we may not mount. */
export async function mountSmallDisk(megabytes: number): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'pulsewall-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {stdio: 'ignore'})
  } catch {
    await rm(folder, {recursive: true})
    return undefined
  }
  onTestFinished(async () => {
    execFileSync('umount', ['--lazy', folder])
    await rm(folder, {recursive: true})
  })
  return folder
}
