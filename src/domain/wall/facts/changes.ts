import type {AuditEntry} from '../../audit'

/** Returns the last changes, the newest first: signing in and out changes nothing. */
export const lastChanges = (entries: readonly AuditEntry[], count: number): readonly AuditEntry[] =>
  entries.filter(({action}) => !action.startsWith('session.')).slice(0, count)
