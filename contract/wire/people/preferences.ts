import * as z from 'zod/mini'
import {LANGUAGE_CODES} from '../../languages/languages'
import {route} from '../route'
import {timeZone} from '../telemetry/telemetry'

const fields = {
  theme: z.enum(['system', 'light', 'dark']),
  zone: z.nullable(timeZone),
  hours: z.nullable(z.enum(['12', '24'])),
  density: z.enum(['comfortable', 'compact']),
  language: z.enum(LANGUAGE_CODES),
}

/**
 * How users want their pages. A `zone` is an IANA time zone, and null means the browser's; `hours` of null are those of
 * the language.
 */
const preferencesBody = z.strictObject(fields)
export type PreferencesBody = z.infer<typeof preferencesBody>

const preferencesChange = z.partial(preferencesBody)
export type PreferencesChange = z.infer<typeof preferencesChange>

/** Empty when none have been kept. */
export const readOwnPreferences = route('GET', '/api/v0/users/preferences', {answer: z.partial(z.object(fields))})
/** A missing field keeps its value, which at first is the default. */
export const changeOwnPreferences = route('PUT', '/api/v0/users/preferences', {
  body: preferencesChange,
  answer: preferencesBody,
})
