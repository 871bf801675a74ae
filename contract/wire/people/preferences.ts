import * as z from 'zod/mini'
import {LANGUAGE_CODES} from '../../languages/languages'
import {WALL_NAME_LENGTH} from '../../limits'
import {addition} from '../route'
import {timeZone} from '../telemetry/telemetry'

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00'))

/**
 * The hours in which a person is notified of critical alarms only, and not even of those when somebody else is notified
 * as well. They begin at `from` on each of the `days` of the ISO week, 1 for Monday, and end at `until`: on the next
 * day, when that is not later.
 */
const quietHours = z.object({
  from: timeOfDay,
  until: timeOfDay,
  days: z
    .array(z.int().check(z.minimum(1), z.maximum(7)))
    .check(z.minLength(1, 'must name a day'), z.maxLength(7, 'must name each day once')),
  zone: timeZone,
})
export type QuietHours = z.infer<typeof quietHours>

const fields = {
  theme: z.enum(['system', 'light', 'dark']),
  zone: z.nullable(timeZone),
  hours: z.nullable(z.enum(['12', '24'])),
  density: z.enum(['comfortable', 'compact']),
  language: z.enum(LANGUAGE_CODES),
  quiet: z.nullable(quietHours),
  weeklyReport: z.boolean(),
  firstWall: z.nullable(z.string().check(z.maxLength(WALL_NAME_LENGTH))),
}

/**
 * A user's settings for pages. A `zone` is an IANA time zone, and null means the browser's; `hours` of null follow the
 * language. Admins of organisations get the mail of `weeklyReport` on Mondays. `firstWall` is the name of the wall that
 * the user sees first, empty for the wall of all devices, and null for the organisation's choice.
 */
const preferencesBody = z.strictObject(fields)
export type PreferencesBody = z.infer<typeof preferencesBody>

const preferencesChange = z.partial(preferencesBody)
export type PreferencesChange = z.infer<typeof preferencesChange>

/** Empty when none have been stored. */
export const readOwnPreferences = addition('GET', '/api/v0/users/preferences', {answer: z.partial(z.object(fields))})
/** A missing field keeps its value, which at first is the default. */
export const changeOwnPreferences = addition('PUT', '/api/v0/users/preferences', {
  body: preferencesChange,
  answer: preferencesBody,
})
