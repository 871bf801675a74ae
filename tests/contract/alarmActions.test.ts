import {expect, it} from 'vitest'
import {ACCESS, accessTo, mayCall} from '../../server/access/access'
import {type AlarmCallKind, mayDo} from '../../src/domain/alarms/action'

const CALLS: Readonly<Record<AlarmCallKind, string>> = {
  acknowledge: 'acknowledge',
  reset: 'reset',
  shelve: 'shelve',
  unshelve: 'unshelve',
  comment: 'comment',
  leaveService: 'out-of-service',
  returnToService: 'return-to-service',
}

it.each(['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN', 'CUSTOMER_USER'] as const)(
  'offers %s the actions that the server allows, and no others',
  authority => {
    const kinds: AlarmCallKind[] = [
      'acknowledge',
      'reset',
      'shelve',
      'unshelve',
      'comment',
      'leaveService',
      'returnToService',
    ]
    const allowed = kinds.filter(kind =>
      mayCall(accessTo(ACCESS, `POST /api/v0/alarm/:id/${CALLS[kind]}`), {authority}),
    )
    expect(kinds.filter(kind => mayDo(kind, authority))).toEqual(allowed)
  },
)

it.each(['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN', 'CUSTOMER_USER'] as const)(
  'offers %s maintenance where the server allows it',
  authority => {
    const access = accessTo(ACCESS, 'POST /api/v0/maintenance/by-org/:id')
    expect(mayDo('maintain', authority)).toBe(mayCall(access, {authority}))
  },
)
