/**
 * Judges what a screen paints by what its devices have sent. Each value names its message, so that one knows how old the painted
 * value is, and whether there is a newer one that should be there.
 */

/** A message of a device. Its value is its number, counted from `FIRST_VALUE`. */
export interface Message {
  sentAt: number
  /** When the answer came or the connection broke; null as long as neither has happened. The server got it before, or never. */
  endedAt: number | null
  isAcknowledged: boolean
}

/** The painted state of a device. */
export interface Painted {
  id: string
  freshness: string
  /** The age as written, such as '5 s'. */
  age: string
  value: number
}

export interface Circumstances {
  at: number
  lateAfter: number
  /** The time since which nothing gets through between the screen and its server; null while it does. */
  cutSince: number | null
  /** The time since which the screen shows its link as up; null while it doesn't. */
  linkedSince: number | null
}

export const WRONGS = {
  freshWhileCut: 'fresh while the link was down',
  freshBeyondAge: 'fresh beyond its age',
  lateTooSoon: 'late too soon',
  tooYoung: 'age too young',
  tooOld: 'age too old',
  behind: 'a newer value is missing',
  unknown: 'a value that nobody sent',
} as const
export type Wrong = keyof typeof WRONGS

/** No device sends such values by chance, and they have as many digits for more than a month. */
export const FIRST_VALUE = 1_000_000

/** Ages are counted each second, and on a machine under load a second comes up to another one late. */
export const AGE_TOLERANCE = 2000
/** A cut link shows within this time, and what has been acknowledged is painted within it. */
export const LINK_TOLERANCE = 5000

export function wrongsOf(painted: Painted, messages: readonly Message[], circumstances: Circumstances): Wrong[] {
  const {at, lateAfter, cutSince} = circumstances
  const message = messages[painted.value - FIRST_VALUE]
  const claimed = ageFrom(painted.age)
  if (message === undefined || claimed === null) return isSettled(circumstances) ? ['unknown'] : []
  const age = {least: at - (message.endedAt ?? at), most: at - message.sentAt}
  const isFresh = painted.freshness === 'fresh'
  const found: Record<Wrong, boolean> = {
    freshWhileCut: isFresh && cutSince !== null && at - cutSince > LINK_TOLERANCE,
    freshBeyondAge: isFresh && age.least > lateAfter + AGE_TOLERANCE,
    lateTooSoon: painted.freshness === 'late' && age.most < lateAfter - AGE_TOLERANCE,
    tooYoung: age.least > claimed.most + AGE_TOLERANCE,
    tooOld: age.most < claimed.least - AGE_TOLERANCE,
    behind: isSettled(circumstances) && newestArrived(messages, at - LINK_TOLERANCE) > painted.value,
    unknown: false,
  }
  return WRONG_NAMES.filter(name => found[name])
}

const WRONG_NAMES: readonly Wrong[] = [
  ...(['freshWhileCut', 'freshBeyondAge', 'lateTooSoon', 'tooYoung', 'tooOld', 'behind', 'unknown'] as const),
]

/** Tells whether the screen has had the time to fetch the missed values. */
const isSettled = ({at, cutSince, linkedSince}: Circumstances): boolean =>
  cutSince === null && linkedSince !== null && at - linkedSince > LINK_TOLERANCE

/** The newest value that was acknowledged before `until`; 0 without any. */
export function newestArrived(messages: readonly Message[], until: number): number {
  const at = messages.findLastIndex(({endedAt, isAcknowledged}) => isAcknowledged && (endedAt ?? until) < until)
  return at === -1 ? 0 : FIRST_VALUE + at
}

const UNITS: Readonly<Record<string, number>> = {s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000}

/** Ages are rounded down. Null where none is written. */
function ageFrom(text: string): {least: number; most: number} | null {
  const [, count, unit = ''] = /(\d+) (s|min|h|d)$/.exec(text) ?? []
  const length = UNITS[unit]
  if (count === undefined || length === undefined) return null
  return {least: Number(count) * length, most: (Number(count) + 1) * length}
}
