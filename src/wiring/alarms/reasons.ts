import {readReasons} from '../../domain/alarms/reasons'
import type {KeyValueStorage} from '../accessTokenMark'

/** Stores the recent reasons of each user in this browser. A full storage loses them with the page. */
export interface ReasonsStore {
  read(userId: string): readonly string[]
  write(userId: string, reasons: readonly string[]): void
}

export function createReasonsStore(storage: KeyValueStorage): ReasonsStore {
  const cached = new Map<string, readonly string[]>()
  return {
    read: userId => cached.get(userId) ?? readReasons(storage.getItem(keyOf(userId))),
    write(userId, reasons) {
      cached.set(userId, reasons)
      try {
        storage.setItem(keyOf(userId), JSON.stringify(reasons))
      } catch {
        // They are still in the memory of the page.
      }
    },
  }
}

const keyOf = (userId: string): string => `pulsewall.reasons.${userId}`
