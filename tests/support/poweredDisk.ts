import {execFileSync} from 'node:child_process'
import {mkdtemp, rm, truncate, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {onTestFinished, vi} from 'vitest'

export interface PoweredDisk {
  folder: string
  /** Whatever was written and not brought to the disk is gone, and nothing can be read or written any more. */
  losePower(): void
  /** Restores the state that has reached the disk, as a machine that restarts finds it. Nobody may have a file open. */
  startAnew(): Promise<void>
}

/** An ext4 file system of its own, in a file; undefined where we may not mount one. */
export async function mountPoweredDisk(megabytes: number): Promise<PoweredDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'pulsewall-disk-'))
  const image = `${folder}.img`
  const mount = () => execFileSync('mount', ['-o', 'loop', image, folder], {stdio: 'ignore'})
  const unmount = () => vi.waitFor(() => execFileSync('umount', [folder], {stdio: 'ignore'}))
  const remove = () => Promise.all([rm(folder, {recursive: true}), rm(image)])
  try {
    await writeFile(image, '')
    await truncate(image, megabytes * 1024 * 1024)
    execFileSync('mkfs.ext4', ['-q', image], {stdio: 'ignore'})
    mount()
    execFileSync('perl', ['-v'], {stdio: 'ignore'})
  } catch {
    await remove()
    return undefined
  }
  onTestFinished(async () => {
    await unmount()
    await remove()
  })
  return {
    folder,
    losePower: () => void execFileSync('perl', ['-e', SHUT_DOWN, folder]),
    async startAnew() {
      await unmount()
      mount()
    },
  }
}

/** `FS_IOC_SHUTDOWN` with `EXT4_GOING_FLAGS_NOLOGFLUSH`: not even the journal is flushed. Node has no `ioctl`. */
const SHUT_DOWN =
  'open(my $disk, "<", $ARGV[0]) or die $!; my $how = pack("L", 2); ioctl($disk, 0x8004587d, $how) or die $!'
