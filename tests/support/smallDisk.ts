import {onTestFinished} from 'vitest'
import {mountDisk} from './disk'

/** Undefined where we may not mount. */
export async function mountSmallDisk(megabytes: number): Promise<string | undefined> {
  const disk = await mountDisk(megabytes)
  if (disk) onTestFinished(disk.unmount)
  return disk?.folder
}
