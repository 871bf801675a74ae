import {trimmed} from '../../../contract/wire/text'

/** A name is taken as the server stores it, so one of invisible characters is empty. */
export const typedName = (typed: unknown): string => (typeof typed === 'string' ? trimmed(typed) : '')
