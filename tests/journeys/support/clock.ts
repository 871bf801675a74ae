import type {Database} from '../../../server/database/connect'

/** Makes every link that was sent expire a moment ago. */
export const expireLinks = ({pool}: Database) => pool.query('update link_token set expires_at = 1')

/** Moves the rotation of every refresh token back in time, so that its second use is no race of a browser with itself. */
export const ageRotations = ({pool}: Database, milliseconds: number) =>
  pool.query('update token set rotated_at = rotated_at - $1::bigint', [milliseconds])

/** Moves all that people have done so far back in time. */
export const ageAudit = ({pool}: Database, milliseconds: number) =>
  pool.query('update audit set at = at - $1::bigint', [milliseconds])

/** Makes every latest value arrive earlier than it did. */
export const ageLatest = ({pool}: Database, milliseconds: number) =>
  pool.query('update latest set received_at = received_at - $1::bigint', [milliseconds])
