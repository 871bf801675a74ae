import {execFileSync} from 'node:child_process'
import {closeSync, openSync, rmSync, writeSync} from 'node:fs'
import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

export interface Disk {
  folder: string
  unmount(): Promise<void>
}

/** A disk in memory of this many megabytes; undefined where mounting is not allowed. */
export async function mountDisk(megabytes: number): Promise<Disk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'pulsewall-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {stdio: 'ignore'})
  } catch {
    await rm(folder, {recursive: true})
    return undefined
  }
  return {
    folder,
    async unmount() {
      execFileSync('umount', ['--lazy', folder])
      await rm(folder, {recursive: true})
    },
  }
}

const MEGABYTE = 1024 * 1024

/** Leaves this many bytes free. */
export function fillDisk(disk: string, leave: number) {
  const free = Number(execFileSync('df', ['--output=avail', '-B1', disk], {encoding: 'utf8'}).split('\n')[1])
  const file = openSync(join(disk, 'ballast'), 'a')
  try {
    const block = Buffer.alloc(MEGABYTE)
    for (let left = free - leave; left > 0; left -= MEGABYTE) writeSync(file, block, 0, Math.min(left, MEGABYTE))
  } catch {
    // Full.
  } finally {
    closeSync(file)
  }
}

export function emptyDisk(disk: string) {
  rmSync(join(disk, 'ballast'))
}
