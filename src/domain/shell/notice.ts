/** A problem for the operator of the server. */
export type SystemNotice = DiskNotice | BackupNotice

/** A disk that is almost full. */
interface DiskNotice {
  kind: 'disk'
  level: 'warning' | 'critical'
  /** The contents of the disk, such as `data`. */
  holds: readonly string[]
  folder: string
  usedPercent: number
  freeBytes: number
}

/** The last scheduled backup failed. */
interface BackupNotice {
  kind: 'backup'
  level: 'warning' | 'critical'
  folder: string
  /** When the newest one was made (epoch ms), or null when there is none. */
  newestAt: number | null
}

/** Names a notice for as long as it does not get worse. */
export const noticeKey = ({kind, folder, level}: SystemNotice): string => `${kind} ${level} ${folder}`
