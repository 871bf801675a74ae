/** What somebody who runs the server should see to: a disk that is almost full. */
export interface DiskNotice {
  level: 'warning' | 'critical'
  /** What the disk holds, such as `data`. */
  holds: readonly string[]
  folder: string
  usedPercent: number
  freeBytes: number
}

/** Names a notice for as long as it does not get worse. */
export const noticeKey = ({folder, level}: DiskNotice): string => `${level} ${folder}`
