import {learn} from '../../../contract/rules/usual/learn'
import {emptyState, encodeState} from '../../../contract/rules/usual/state'
import type {AuditAction} from '../../../contract/wire/entities/audit'
import {PASSWORD} from '../../support/app'
import {formOf, mp4, PNG} from '../../support/video'
import {type Actor, isUser, type Target, type TargetKind} from './people'
import {
  ADD_CALLED,
  ASSET_LABEL,
  apiKeyAt,
  CUSTOMER_HAND_OVER,
  calledAt,
  deviceToken,
  emailOf,
  handOverAt,
  keyIdOf,
  LINKS,
  MAINTAINED,
  maintenanceAt,
  OVERRIDE,
  PAIRING_CODE,
  pictureAt,
  profileAt,
  rotaAt,
  wallLinkOf,
} from './seed'
import {ORIGIN, UNKNOWN} from './world'

/** A valid request of each row of the access table, on a target where the row has one. */
export interface Call {
  request(on: Subject): Request
  /** The status within reach. */
  answers: number
  /** The least entry in the audit trail; without it, none. */
  audits?: AuditAction
  /** The differences for a caller without a session. */
  nobody?: {answers?: number; audits?: undefined}
  /** The kinds that have such a thing at all, among those that the path may name. */
  kinds?: readonly TargetKind[]
  /** A statement that clears the way. */
  given?: string
}

export interface Subject {
  actor: Actor
  target: Target | undefined
  /** The id of the target. */
  id: string
  /** The actors' own. */
  organisationId: string
}

export interface Request {
  url: string
  body?: object
  headers?: Record<string, string>
}

function learnedOfDays(days: number): string {
  const hours = Array.from({length: 24 * days}, (_, hour) => ({ts: hour * 3_600_000, count: 1, mean: 1}))
  const state = learn(
    emptyState('UTC'),
    hours.map(hour => ({...hour, low: 1, high: 1, first: 1, last: 1})),
  )
  return Buffer.from(encodeState(state)).toString('hex')
}

const get = (url: string, answers = 200): Call => ({request: () => ({url}), answers})
const getById = (path: string): Call => ({request: ({id}) => ({url: `${path}/${id}`}), answers: 200})

const MAINTENANCE_PLAN = {start: '2089-11-30T02:30', zone: 'UTC', minutes: 60, rrule: 'FREQ=DAILY'}

/** Admins of a customer plan maintenance of that alone. */
const maintenanceOf = ({actor}: Pick<Subject, 'actor'>) => ({
  title: 'Oil',
  reason: '',
  ...MAINTENANCE_PLAN,
  target: actor.startsWith('CUSTOMER') ? {kind: 'customer', value: MAINTAINED} : {kind: 'organisation', value: null},
})

const maintenanceUrl = ({target, id}: Pick<Subject, 'target' | 'id'>): string =>
  `/api/v0/maintenance/by-org/${id}/window/${maintenanceAt(target?.place)}`

/** Admins of a customer hand over the shifts of that alone. */
const newestHandOver = ({actor, target}: Pick<Subject, 'actor' | 'target'>): string =>
  actor.startsWith('CUSTOMER') ? CUSTOMER_HAND_OVER : handOverAt(target?.place)

const rotaOf = ({target}: Pick<Subject, 'target'>) => ({
  zone: 'UTC',
  hand_over: {time: '08:00', days: 7, since: '2026-01-05'},
  layers: [],
  people: [calledAt(target?.place)],
})

const overrideOf = ({target}: Pick<Subject, 'target'>) => ({
  start_ts: 4_000_000_000_000,
  end_ts: 4_000_003_600_000,
  person: calledAt(target?.place),
  instead_of: null,
})

const rotaUrl = ({target, id}: Pick<Subject, 'target' | 'id'>): string =>
  `/api/v0/on-call/by-org/${id}/rota/${rotaAt(target?.place)}`

/** A row for each of the calls that make, change and remove an entity. */
function administered(kind: 'organisation' | 'customer' | 'device' | 'asset', body: object, change: object) {
  const path = `/api/v0/${kind}`
  const calls: Record<string, Call> = {
    [`POST ${path}`]: {
      request: ({organisationId}) => ({
        url: path,
        body: {...body, ...(kind !== 'organisation' && {organisation_id: organisationId})},
      }),
      answers: 201,
      audits: `${kind}.created`,
    },
    [`GET ${path}/:id`]: getById(path),
    [`PUT ${path}/:id`]: {
      request: ({id}) => ({url: `${path}/${id}`, body: change}),
      answers: 200,
      audits: `${kind}.updated`,
    },
    [`DELETE ${path}/:id`]: {
      request: ({id}) => ({url: `${path}/${id}`}),
      answers: 204,
      audits: `${kind}.deleted`,
    },
  }
  return calls
}

const attributes = ({target, id}: Subject) => `/api/v0/attribute/${target?.kind}/${id}`
const telemetry = (rest: string): Call => ({
  request: ({target, id}) => ({url: `/api/v0/telemetry/${target?.kind}/${id}/${rest}`}),
  answers: 200,
  kinds: ['device'],
})
const deviceCall = (what: string): Call => ({
  request: ({target}) => ({url: `/api/v1/${deviceToken(target?.place)}/${what}`, body: {load: 2}}),
  answers: 200,
})

const deviceRead = (what: string, answers = 200): Call => ({
  request: ({target}) => ({url: `/api/v1/${deviceToken(target?.place)}/${what}`}),
  answers,
})

/** `state` is the state in which the call makes sense, in parts of the life cycle. */
const alarmCall = (what: string, body: object, audits: AuditAction, state: object = {}): Call => ({
  request: ({id}) => ({url: `/api/v0/alarm/${id}/${what}`, body}),
  answers: 200,
  audits,
  given: `update alarm set state = jsonb_set(state, '{value}', state->'value' || '${JSON.stringify(state)}')`,
})

const HOUR = 3_600_000

const TUS = {'tus-resumable': '1.0.0'}
const UPLOAD = {...TUS, 'content-type': 'application/offset+octet-stream'}

/** Uploads are not stored in the database, and nobody else sees them. */
function ofUnknownUpload(...methods: string[]): Record<string, Call> {
  const request = () => ({url: `/api/v0/digitalAssets/resumable/${UNKNOWN}`, headers: UPLOAD})
  return Object.fromEntries(
    methods.map(method => [`${method} /api/v0/digitalAssets/resumable/*`, {request, answers: 404}] as const),
  )
}

const PROFILE = {name: 'Ada', surname: 'Lund', city: 'Kiel', isCompleted: true}
const MADE_NOWHERE = {clientDataJSON: 'a', attestationObject: 'a'}
const EVERYBODY_HAS_SECOND_FACTOR =
  'insert into totp (user_id, secret, created_at, confirmed_at) select id, \'GEZDGNBV\', 0, 0 from "user" on conflict do nothing'
/** Enough is known of each series, whatever the server has learned of it meanwhile. */
const LEARNED_LOAD = `
  insert into usual_series (device_number, key_id, zone, state, learned_to)
  select device_number, key_id, 'UTC', decode('${learnedOfDays(3)}', 'hex'), 0 from latest
  on conflict (device_number, key_id) do update set state = excluded.state, zone = excluded.zone`
const NEW_PASSWORD = 'a quite new password'

export const CALLS: Readonly<Record<string, Call>> = {
  'GET /healthz': get('/healthz'),
  'GET /livez': get('/livez'),
  'GET /readyz': get('/readyz'),
  'GET /config.json': get('/config.json'),
  'GET /metrics': get('/metrics'),
  'GET /api/v0/capabilities': get('/api/v0/capabilities'),
  'GET /api/v0/version': get('/api/v0/version'),
  'GET /docs': get('/docs'),
  'GET /docs/': get('/docs/'),
  'GET /docs/json': get('/docs/json'),
  'GET /docs/yaml': get('/docs/yaml'),
  'GET /docs/static/index.html': get('/docs/static/index.html', 302),
  'GET /docs/static/swagger-initializer.js': get('/docs/static/swagger-initializer.js'),
  'GET /docs/static/*': get('/docs/static/swagger-ui.css'),
  'GET /*': get('/index.html'),
  'OPTIONS *': {
    request: () => ({url: '/api/v0/user', headers: {origin: ORIGIN, 'access-control-request-method': 'GET'}}),
    answers: 204,
  },

  'POST /api/v0/auth/login': {
    request: ({actor}) => ({
      url: '/api/v0/auth/login',
      body: {email: emailOf(isUser(actor) ? actor : 'CUSTOMER_USER'), password: PASSWORD},
    }),
    answers: 200,
    audits: 'session.opened',
  },
  'POST /api/v0/auth/logout': {
    request: () => ({url: '/api/v0/auth/logout'}),
    answers: 204,
    audits: 'session.ended',
    nobody: {audits: undefined},
  },
  'POST /api/v0/auth/refresh-token': {
    request: () => ({url: '/api/v0/auth/refresh-token'}),
    answers: 204,
    nobody: {answers: 401},
  },
  // Nobody's password was checked before.
  'POST /api/v0/auth/second-factor': {
    request: () => ({url: '/api/v0/auth/second-factor', body: {challenge: 'any', code: '123456'}}),
    answers: 410,
  },
  'POST /api/v0/auth/wall-link': {
    request: () => ({url: '/api/v0/auth/wall-link', body: {token: LINKS.wall}}),
    answers: 200,
    audits: 'wallLink.opened',
  },

  'POST /api/v0/user/register/': {
    request: () => ({
      url: '/api/v0/user/register/',
      body: {email: 'new@works.test', password: NEW_PASSWORD, password2: NEW_PASSWORD},
    }),
    answers: 200,
    audits: 'user.registered',
  },
  'GET /api/users/verify-email/': {
    request: () => ({url: `/api/users/verify-email/?token=${LINKS.verification}`}),
    answers: 200,
    audits: 'user.verified',
  },
  'POST /api/users/password_reset/': {
    request: () => ({url: '/api/users/password_reset/', body: {email: emailOf('CUSTOMER_USER')}}),
    answers: 200,
    audits: 'password.resetRequested',
  },
  'POST /api/users/password_reset/confirm/': {
    request: () => ({
      url: `/api/users/password_reset/confirm/?token=${LINKS.passwordReset}`,
      body: {password: NEW_PASSWORD},
    }),
    answers: 200,
    audits: 'password.reset',
  },
  // There is a SYS_ADMIN, so nobody becomes the first one.
  'POST /api/v0/setup': {
    request: () => ({
      url: '/api/v0/setup',
      body: {token: 'any', email: 'first@works.test', password: NEW_PASSWORD},
    }),
    answers: 404,
  },

  'GET /api/v0/opening': get('/api/v0/opening?devices=true'),
  'GET /api/v0/user': get('/api/v0/user'),
  'GET /api/v0/users/profile': get('/api/v0/users/profile'),
  'GET /api/v0/users/profile/': get('/api/v0/users/profile/'),
  'POST /api/v0/users/profile': {
    request: () => ({url: '/api/v0/users/profile', body: PROFILE}),
    answers: 201,
    audits: 'profile.created',
    given: 'delete from profile',
  },
  'PUT /api/v0/users/profile': {
    request: () => ({url: '/api/v0/users/profile', body: PROFILE}),
    answers: 200,
    audits: 'profile.updated',
  },
  'PUT /api/v0/users/password': {
    request: () => ({
      url: '/api/v0/users/password',
      body: {currentPassword: PASSWORD, password: NEW_PASSWORD},
    }),
    answers: 204,
    audits: 'password.changed',
  },
  'PUT /api/v0/users/email': {
    request: () => ({
      url: '/api/v0/users/email',
      body: {currentPassword: PASSWORD, email: 'renamed@works.test'},
    }),
    answers: 204,
    audits: 'email.changeRequested',
  },
  'GET /api/v0/users/sessions': get('/api/v0/users/sessions'),
  'POST /api/v0/users/sessions/end': {
    request: () => ({url: '/api/v0/users/sessions/end', body: {id: '01977000-0000-7000-8000-000000000000'}}),
    answers: 404,
  },
  'POST /api/v0/users/sessions/end-others': {request: () => ({url: '/api/v0/users/sessions/end-others'}), answers: 204},
  'GET /api/v0/users/push': get('/api/v0/users/push'),
  'POST /api/v0/users/push': {
    request: () => ({
      url: '/api/v0/users/push',
      body: {
        endpoint: 'https://push.example/1',
        keys: {
          p256dh: 'BGsLYumcWFSKRyhuBSOMzpCJnCqgtbMeK289ISLmTzMoOiRkUK92Nl1WwgGc_l3E4garCKSKmPGrbXp9EZgXMj8',
          auth: 'A'.repeat(22),
        },
      },
    }),
    answers: 201,
  },
  'POST /api/v0/users/push/end': {
    request: () => ({url: '/api/v0/users/push/end', body: {id: '01977000-0000-7000-8000-000000000000'}}),
    answers: 404,
  },
  'POST /api/v0/users/push/test': get('/api/v0/users/push/test'),
  'GET /api/v0/users/second-factor': get('/api/v0/users/second-factor'),
  'POST /api/v0/users/second-factor/totp': {
    request: () => ({url: '/api/v0/users/second-factor/totp', body: {currentPassword: PASSWORD}}),
    answers: 200,
  },
  // Nothing was offered before.
  'POST /api/v0/users/second-factor/totp/confirmation': {
    request: () => ({url: '/api/v0/users/second-factor/totp/confirmation', body: {code: '123456'}}),
    answers: 409,
  },
  'POST /api/v0/users/second-factor/totp/removal': {
    request: () => ({url: '/api/v0/users/second-factor/totp/removal', body: {currentPassword: PASSWORD}}),
    answers: 204,
    audits: 'secondFactor.removed',
    given: EVERYBODY_HAS_SECOND_FACTOR,
  },
  'POST /api/v0/users/second-factor/passkey': {
    request: () => ({url: '/api/v0/users/second-factor/passkey', body: {currentPassword: PASSWORD}}),
    answers: 200,
  },
  // Nothing was offered before.
  'POST /api/v0/users/second-factor/passkey/confirmation': {
    request: () => ({
      url: '/api/v0/users/second-factor/passkey/confirmation',
      body: {name: 'Laptop', passkey: {id: 'a', rawId: 'a', type: 'public-key', response: MADE_NOWHERE}},
    }),
    answers: 409,
  },
  'POST /api/v0/users/second-factor/passkey/removal': {
    request: () => ({url: '/api/v0/users/second-factor/passkey/removal', body: {currentPassword: PASSWORD, id: 'a'}}),
    answers: 404,
  },
  'POST /api/v0/users/second-factor/recovery-codes': {
    request: () => ({url: '/api/v0/users/second-factor/recovery-codes', body: {currentPassword: PASSWORD}}),
    answers: 200,
    audits: 'recoveryCodes.renewed',
    given: EVERYBODY_HAS_SECOND_FACTOR,
  },
  'POST /api/v0/users/second-factor/removal': {
    request: () => ({url: '/api/v0/users/second-factor/removal', body: {currentPassword: PASSWORD}}),
    answers: 204,
    audits: 'secondFactor.removed',
    given: EVERYBODY_HAS_SECOND_FACTOR,
  },
  'GET /api/v0/users/preferences': get('/api/v0/users/preferences'),
  'PUT /api/v0/users/preferences': {
    request: () => ({url: '/api/v0/users/preferences', body: {theme: 'dark'}}),
    answers: 200,
    audits: 'preferences.updated',
  },
  'GET /api/v0/users/overview': get('/api/v0/users/overview'),
  'PUT /api/v0/users/overview': {
    request: () => ({url: '/api/v0/users/overview', body: {wall: {name: 'Overview', panels: []}, version: 0}}),
    answers: 200,
    audits: 'preferences.updated',
  },
  'GET /api/v0/users/reach': get('/api/v0/users/reach'),
  'PUT /api/v0/users/reach': {
    request: () => ({url: '/api/v0/users/reach', body: {email: true, push: false, chat: null}}),
    answers: 200,
    audits: 'preferences.updated',
  },

  'POST /api/v0/user/register': {
    request: () => ({
      url: '/api/v0/user/register',
      body: {email: 'new@works.test', password: NEW_PASSWORD, authority: 'CUSTOMER_USER'},
    }),
    answers: 201,
    audits: 'user.created',
  },
  'GET /api/v0/user/by-org/:id': getById('/api/v0/user/by-org'),
  'GET /api/v0/user/without-organisation': get('/api/v0/user/without-organisation'),
  'GET /api/v0/user/:id': getById('/api/v0/user'),
  'PUT /api/v0/user/:id': {
    request: ({id, target}) => ({
      url: `/api/v0/user/${id}`,
      body:
        target?.place === 'self' ? {password: NEW_PASSWORD, currentPassword: PASSWORD} : {email: 'changed@works.test'},
    }),
    answers: 200,
    audits: 'user.updated',
  },
  'POST /api/v0/user/:id/invitation': {
    request: ({id}) => ({url: `/api/v0/user/${id}/invitation`}),
    answers: 204,
    audits: 'user.invited',
    given: `update "user" set password_hash = ''`,
  },
  'GET /api/v0/user/:id/second-factor': {
    request: ({id}) => ({url: `/api/v0/user/${id}/second-factor`}),
    answers: 200,
  },
  'POST /api/v0/user/:id/second-factor/removal': {
    request: ({id}) => ({url: `/api/v0/user/${id}/second-factor/removal`}),
    answers: 204,
    audits: 'secondFactor.removed',
    given: EVERYBODY_HAS_SECOND_FACTOR,
  },
  'POST /api/v0/user/:id/sessions/end': {
    request: ({id}) => ({url: `/api/v0/user/${id}/sessions/end`}),
    answers: 204,
    audits: 'user.signedOut',
  },
  'DELETE /api/v0/user/:id': {
    request: ({id}) => ({url: `/api/v0/user/${id}`}),
    answers: 204,
    audits: 'user.deleted',
  },

  'GET /api/v0/organisation': get('/api/v0/organisation'),
  ...administered(
    'organisation',
    {title: 'New Works', email: 'works@works.test', phone: '1'},
    {title: 'Changed Works'},
  ),

  'GET /api/v0/customer/by-org/:id': getById('/api/v0/customer/by-org'),
  ...administered('customer', {email: 'new@works.test'}, {title: 'Changed customer'}),

  'GET /api/v0/device': get('/api/v0/device'),
  ...administered('device', {name: 'New device'}, {name: 'Changed device'}),
  'POST /api/v0/device/import': {
    request: ({organisationId}) => ({
      url: '/api/v0/device/import',
      body: {organisation_id: organisationId, rows: [{name: 'New device'}]},
    }),
    answers: 200,
    audits: 'device.imported',
  },
  'GET /api/v0/device/by-org/:id/status': {
    request: ({id}) => ({url: `/api/v0/device/by-org/${id}/status`}),
    answers: 200,
  },
  'GET /api/v0/device/:id/credentials': {request: ({id}) => ({url: `/api/v0/device/${id}/credentials`}), answers: 200},
  'POST /api/v0/device/:id/credentials': {
    request: ({id}) => ({
      url: `/api/v0/device/${id}/credentials`,
      body: {credentials_type: 'ACCESS_TOKEN', credentials_value: 'an-access-token-of-20'},
    }),
    answers: 201,
    audits: 'credentials.created',
    given: 'delete from device_credentials',
  },
  'DELETE /api/v0/device/:id/credentials': {
    request: ({id}) => ({url: `/api/v0/device/${id}/credentials`}),
    answers: 204,
    audits: 'credentials.deleted',
  },
  'POST /api/v0/device/:id/credentials/rotation': {
    request: ({id}) => ({
      url: `/api/v0/device/${id}/credentials/rotation`,
      body: {credentials_value: 'the-next-token-of-20', former_until: null, expires_at: null},
    }),
    answers: 200,
    audits: 'credentials.rotated',
  },
  'PUT /api/v0/device/:id/credentials/expiry': {
    request: ({id}) => ({url: `/api/v0/device/${id}/credentials/expiry`, body: {expires_at: null}}),
    answers: 200,
    audits: 'credentials.expirySet',
  },
  'DELETE /api/v0/device/:id/credentials/former': {
    request: ({id}) => ({url: `/api/v0/device/${id}/credentials/former`}),
    answers: 204,
    audits: 'credentials.formerEnded',
    given: 'update device_credentials set is_former = true',
  },

  'GET /api/v0/asset': get('/api/v0/asset'),
  'GET /api/v0/asset/by-org/:id/label/:label': {
    request: ({id}) => ({url: `/api/v0/asset/by-org/${id}/label/${ASSET_LABEL}`}),
    answers: 200,
  },
  ...administered('asset', {name: 'New asset', label: ASSET_LABEL}, {name: 'Changed asset'}),

  'POST /api/v0/digitalAssets/upload': {
    request: ({organisationId}) => {
      const {payload: body, headers} = formOf({file: {name: 'a.mp4', bytes: mp4()}, organisation_id: organisationId})
      return {url: '/api/v0/digitalAssets/upload', body, headers}
    },
    answers: 201,
    audits: 'video.uploaded',
  },
  'OPTIONS /api/v0/digitalAssets/resumable': {request: () => ({url: '/api/v0/digitalAssets/resumable'}), answers: 204},
  'POST /api/v0/digitalAssets/resumable': {
    request: () => ({
      url: '/api/v0/digitalAssets/resumable',
      headers: {...TUS, 'upload-length': '10', 'upload-metadata': `filename ${btoa('a.mp4')}`},
    }),
    answers: 201,
  },
  ...ofUnknownUpload('GET', 'PATCH', 'DELETE'),
  'GET /api/v0/digitalAssets/plays': get('/api/v0/digitalAssets/plays?from=0&to=1'),
  'GET /api/v0/digitalAssets/plays.csv': get('/api/v0/digitalAssets/plays.csv?from=0&to=1'),
  'GET /api/v0/digitalAssets': {
    request: ({organisationId}) => ({url: `/api/v0/digitalAssets?organisation_id=${organisationId}`}),
    answers: 200,
  },
  'GET /api/v0/digitalAssets/deleted/by-org/:id': {
    request: ({id}) => ({url: `/api/v0/digitalAssets/deleted/by-org/${id}`}),
    answers: 200,
  },
  'POST /api/v0/digitalAssets/deleted/by-org/:id/video/:videoId': {
    request: ({id}) => ({url: `/api/v0/digitalAssets/deleted/by-org/${id}/video/${UNKNOWN}`}),
    answers: 404,
  },
  'DELETE /api/v0/digitalAssets/deleted/by-org/:id/video/:videoId': {
    request: ({id}) => ({url: `/api/v0/digitalAssets/deleted/by-org/${id}/video/${UNKNOWN}`}),
    answers: 404,
  },
  'GET /api/v0/digitalAssets/:id/file-url': {
    request: ({id}) => ({url: `/api/v0/digitalAssets/${id}/file-url`}),
    answers: 200,
  },
  'DELETE /api/v0/digitalAssets/:id': {
    request: ({id}) => ({url: `/api/v0/digitalAssets/${id}`}),
    answers: 204,
    audits: 'asset.deleted',
  },
  // Nobody's signature is this one.
  'GET /api/v0/digitalAssets/files/:id': get(
    `/api/v0/digitalAssets/files/${UNKNOWN}?for=person:1&expires=4000000000000&signature=x`,
    403,
  ),

  'GET /api/v0/attribute/device/values': get('/api/v0/attribute/device/values?keys=load'),
  'GET /api/v0/attribute/asset/values': get('/api/v0/attribute/asset/values?keys=device_ids'),
  'GET /api/v0/attribute/:entityType/:entityId': {request: on => ({url: attributes(on)}), answers: 200},
  'POST /api/v0/attribute/:entityType/:entityId': {
    request: on => ({url: attributes(on), body: {attributeKey: 'height', attributeType: 2, long_v: 7}}),
    answers: 201,
    audits: 'attribute.created',
  },
  'GET /api/v0/attribute/:entityType/:entityId/:scope/:attributeKey': {
    request: on => ({url: `${attributes(on)}/1/serial`}),
    answers: 200,
  },
  'PUT /api/v0/attribute/:entityType/:entityId/:scope/:attributeKey': {
    request: on => ({url: `${attributes(on)}/1/serial`, body: {str_v: 'P-18'}}),
    answers: 200,
    audits: 'attribute.updated',
  },
  'DELETE /api/v0/attribute/:entityType/:entityId/:scope/:attributeKey': {
    request: on => ({url: `${attributes(on)}/1/serial`}),
    answers: 204,
    audits: 'attribute.deleted',
  },

  'GET /api/v0/telemetry/device/latest': get('/api/v0/telemetry/device/latest'),
  'GET /api/v0/telemetry/device/overview': get('/api/v0/telemetry/device/overview'),
  'POST /api/v0/telemetry/device/sparklines': {
    request: () => ({
      url: '/api/v0/telemetry/device/sparklines',
      body: {series: [{device_id: UNKNOWN, key: 'load'}], start_ts: 0, end_ts: 1, window: 1},
    }),
    answers: 200,
  },
  'GET /api/v0/telemetry/device/history': get('/api/v0/telemetry/device/history?from_ts=0&to_ts=1'),
  'GET /api/v0/telemetry/device/extent': get('/api/v0/telemetry/device/extent'),
  'GET /api/v0/telemetry/device/units': get('/api/v0/telemetry/device/units'),
  'GET /api/v0/telemetry/device/headlines': get('/api/v0/telemetry/device/headlines'),
  'GET /api/v0/telemetry/device/thresholds': get('/api/v0/telemetry/device/thresholds'),
  'GET /api/v0/telemetry/device/places': get('/api/v0/telemetry/device/places'),
  'GET /api/v0/telemetry/:entityType/:entityId/values/timeseries': telemetry(
    'values/timeseries?keys=load&startTs=0&endTs=4000000000000',
  ),
  'GET /api/v0/telemetry/:entityType/:entityId/values/timeseries.csv': telemetry(
    'values/timeseries.csv?key=load&startTs=0&endTs=4000000000000',
  ),
  'GET /api/v0/telemetry/:entityType/:entityId/keys/timeseries': telemetry('keys/timeseries'),
  'GET /api/v0/telemetry/:entityType/:entityId/latest/:key': telemetry('latest/load'),
  'GET /api/v0/telemetry/:entityType/:entityId/statistics': telemetry('statistics?key=load'),
  'GET /api/v0/telemetry/device/unusual': get('/api/v0/telemetry/device/unusual'),
  'POST /api/v0/telemetry/device/usual/bands': {
    request: () => ({
      url: '/api/v0/telemetry/device/usual/bands',
      body: {series: [{device_id: UNKNOWN, key: 'load'}], start_ts: 0, end_ts: 1},
    }),
    answers: 200,
  },
  'GET /api/v0/telemetry/device/changes': get('/api/v0/telemetry/device/changes?start_ts=0&end_ts=1'),
  'GET /api/v0/telemetry/:entityType/:entityId/usual': telemetry('usual?key=load'),
  'GET /api/v0/telemetry/:entityType/:entityId/usual/bands': telemetry('usual/bands?key=load&startTs=0&endTs=1'),
  'POST /api/v0/telemetry/:entityType/:entityId/usual/acceptance': {
    request: ({target, id}) => ({
      url: `/api/v0/telemetry/${target?.kind}/${id}/usual/acceptance`,
      body: {key: 'load', reason: 'A new pump'},
    }),
    answers: 200,
    audits: 'usual.accepted',
    kinds: ['device'],
    given: LEARNED_LOAD,
  },

  'GET /api/v0/wall-link/by-org/:id': getById('/api/v0/wall-link/by-org'),
  'POST /api/v0/wall-link/by-org/:id': {
    request: ({id}) => ({url: `/api/v0/wall-link/by-org/${id}`, body: {wall: 'Hall', name: 'Screen'}}),
    answers: 201,
    audits: 'wallLink.issued',
  },
  'DELETE /api/v0/wall-link/by-org/:id/link/:linkId': {
    request: ({target, id}) => ({url: `/api/v0/wall-link/by-org/${id}/link/${wallLinkOf(target?.place).id}`}),
    answers: 204,
    audits: 'wallLink.revoked',
  },
  'GET /api/v0/wall-link/wall': get('/api/v0/wall-link/wall'),

  'GET /api/v0/wall-version/by-org/:id': {
    request: ({id}) => ({url: `/api/v0/wall-version/by-org/${id}?wall=Hall`}),
    answers: 200,
  },

  'GET /api/v0/picture/by-org/:id': getById('/api/v0/picture/by-org'),
  'POST /api/v0/picture/by-org/:id': {
    request: ({id}) => {
      const {payload: body, headers} = formOf({file: {name: 'hall.png', bytes: PNG}})
      return {url: `/api/v0/picture/by-org/${id}?name=hall.png`, body, headers}
    },
    answers: 201,
    audits: 'picture.uploaded',
  },
  'GET /api/v0/picture/by-org/:id/picture/:pictureId': {
    request: ({target, id}) => ({url: `/api/v0/picture/by-org/${id}/picture/${pictureAt(target?.place)}`}),
    answers: 200,
  },
  'DELETE /api/v0/picture/by-org/:id/picture/:pictureId': {
    request: ({target, id}) => ({url: `/api/v0/picture/by-org/${id}/picture/${pictureAt(target?.place)}`}),
    answers: 204,
    audits: 'picture.removed',
  },

  'GET /api/v0/api-key/system': get('/api/v0/api-key/system'),
  'POST /api/v0/api-key/system': {
    request: () => ({
      url: '/api/v0/api-key/system',
      body: {name: 'Backup', scope: 'read', expires_at: Date.now() + HOUR},
    }),
    answers: 201,
    audits: 'apiKey.issued',
  },
  'POST /api/v0/api-key/system/revocation': {
    request: () => ({url: '/api/v0/api-key/system/revocation', body: {id: keyIdOf('SYS_ADMIN key to read')}}),
    answers: 204,
    audits: 'apiKey.revoked',
  },
  'GET /api/v0/api-key/by-org/:id': getById('/api/v0/api-key/by-org'),
  'POST /api/v0/api-key/by-org/:id': {
    request: ({id}) => ({
      url: `/api/v0/api-key/by-org/${id}`,
      body: {name: 'Export', authority: 'ORGANISATION_ADMIN', scope: 'read', expires_at: Date.now() + HOUR},
    }),
    answers: 201,
    audits: 'apiKey.issued',
  },
  'DELETE /api/v0/api-key/by-org/:id/key/:keyId': {
    request: ({target, id}) => ({url: `/api/v0/api-key/by-org/${id}/key/${apiKeyAt(target?.place)}`}),
    answers: 204,
    audits: 'apiKey.revoked',
  },

  'GET /api/v0/provisioning/by-org/:id': getById('/api/v0/provisioning/by-org'),
  'POST /api/v0/provisioning/by-org/:id': {
    request: ({id}) => ({url: `/api/v0/provisioning/by-org/${id}`, body: {name: 'Line 2'}}),
    answers: 201,
    audits: 'provisioningProfile.issued',
  },
  'DELETE /api/v0/provisioning/by-org/:id/profile/:profileId': {
    request: ({target, id}) => ({url: `/api/v0/provisioning/by-org/${id}/profile/${profileAt(target?.place)}`}),
    answers: 204,
    audits: 'provisioningProfile.revoked',
  },

  'GET /api/v0/notification': {
    request: ({organisationId}) => ({url: `/api/v0/notification?organisation_id=${organisationId}`}),
    answers: 200,
  },
  'POST /api/v0/notification/test': {
    request: ({organisationId}) => ({
      url: '/api/v0/notification/test',
      body: {organisation_id: organisationId, route: 'Noc'},
    }),
    answers: 202,
    audits: 'notification.tested',
    given: `insert into attribute (id, entity_type, entity_id, scope, key, json_v, last_update_ts)
      select gen_random_uuid(), 'organisation', id, 1, 'alarmRoutes', '[{"name": "Noc", "targets": [{"kind": "email", "address": "noc@works.test"}]}]', 0
      from organisation on conflict do nothing`,
  },
  'GET /api/v0/notification/by-alarm/:id': getById('/api/v0/notification/by-alarm'),
  'GET /api/v0/maintenance/by-org/:id': getById('/api/v0/maintenance/by-org'),
  'POST /api/v0/maintenance/by-org/:id': {
    request: ({id, ...on}) => ({url: `/api/v0/maintenance/by-org/${id}`, body: maintenanceOf(on)}),
    answers: 201,
    audits: 'maintenance.created',
  },
  'PUT /api/v0/maintenance/by-org/:id/window/:windowId': {
    request: on => ({url: maintenanceUrl(on), body: {...maintenanceOf(on), version: 1}}),
    answers: 200,
    audits: 'maintenance.updated',
  },
  'DELETE /api/v0/maintenance/by-org/:id/window/:windowId': {
    request: on => ({url: maintenanceUrl(on)}),
    answers: 204,
    audits: 'maintenance.removed',
  },
  'POST /api/v0/maintenance/by-org/:id/window/:windowId/end': {
    request: on => ({url: `${maintenanceUrl(on)}/end`, body: {}}),
    answers: 200,
    audits: 'maintenance.ended',
  },
  'POST /api/v0/maintenance/by-org/:id/window/:windowId/extend': {
    request: on => ({url: `${maintenanceUrl(on)}/extend`, body: {minutes: 60}}),
    answers: 200,
    audits: 'maintenance.extended',
  },
  'POST /api/v0/maintenance/preview': {
    request: () => ({url: '/api/v0/maintenance/preview', body: MAINTENANCE_PLAN}),
    answers: 200,
  },
  'GET /api/v0/on-call/by-org/:id': getById('/api/v0/on-call/by-org'),
  'GET /api/v0/on-call/by-org/:id/now': {request: ({id}) => ({url: `/api/v0/on-call/by-org/${id}/now`}), answers: 200},
  'POST /api/v0/on-call/by-org/:id': {
    request: on => ({url: `/api/v0/on-call/by-org/${on.id}`, body: {...rotaOf(on), name: 'Days'}}),
    given: ADD_CALLED,
    answers: 201,
    audits: 'onCall.created',
  },
  'PUT /api/v0/on-call/by-org/:id/rota/:rotaId': {
    request: on => ({url: rotaUrl(on), body: {...rotaOf(on), name: 'Nights', version: 1}}),
    given: ADD_CALLED,
    answers: 200,
    audits: 'onCall.updated',
  },
  'DELETE /api/v0/on-call/by-org/:id/rota/:rotaId': {
    request: on => ({url: rotaUrl(on)}),
    answers: 204,
    audits: 'onCall.removed',
  },
  'POST /api/v0/on-call/by-org/:id/rota/:rotaId/override': {
    request: on => ({url: `${rotaUrl(on)}/override`, body: overrideOf(on)}),
    given: ADD_CALLED,
    answers: 201,
    audits: 'onCall.overridden',
  },
  'POST /api/v0/on-call/by-org/:id/rota/:rotaId/overrides': {
    request: on => ({url: `${rotaUrl(on)}/overrides`, body: {overrides: [overrideOf(on)]}}),
    given: ADD_CALLED,
    answers: 201,
    audits: 'onCall.overridden',
  },
  'POST /api/v0/on-call/by-org/:id/rota/:rotaId/calendar': {
    request: on => ({url: `${rotaUrl(on)}/calendar`}),
    answers: 201,
    audits: 'onCall.calendarIssued',
  },
  'DELETE /api/v0/on-call/by-org/:id/rota/:rotaId/calendar': {
    request: on => ({url: `${rotaUrl(on)}/calendar`}),
    answers: 200,
    audits: 'onCall.calendarRevoked',
  },
  'GET /api/v0/on-call/calendar/:rotaId/:signature/rota.ics': {
    request: () => ({url: `/api/v0/on-call/calendar/${OVERRIDE}/none/rota.ics`}),
    answers: 404,
  },
  'DELETE /api/v0/on-call/by-org/:id/rota/:rotaId/override/:overrideId': {
    request: on => ({url: `${rotaUrl(on)}/override/${OVERRIDE}`}),
    answers: 200,
    audits: 'onCall.overrideRemoved',
  },
  'GET /api/v0/shift/by-org/:id': getById('/api/v0/shift/by-org'),
  'GET /api/v0/shift/by-org/:id/hand-over': {
    request: ({id}) => ({url: `/api/v0/shift/by-org/${id}/hand-over`}),
    answers: 200,
  },
  'POST /api/v0/shift/by-org/:id/hand-over': {
    request: on => ({
      url: `/api/v0/shift/by-org/${on.id}/hand-over`,
      body: {after: newestHandOver(on), to: null, note: 'Quiet.'},
    }),
    answers: 201,
    audits: 'shift.handedOver',
  },
  'POST /api/v0/shift/by-org/:id/hand-over/:handOverId/note': {
    request: on => ({
      url: `/api/v0/shift/by-org/${on.id}/hand-over/${newestHandOver(on)}/note`,
      body: {note: 'Quiet.'},
    }),
    answers: 200,
    audits: 'shift.noted',
  },
  'POST /api/v0/shift/by-org/:id/mail': {
    request: ({id, actor}) => ({
      url: `/api/v0/shift/by-org/${id}/mail`,
      body: {start_ts: 0, end_ts: 1000, to: [isUser(actor) ? emailOf(actor) : 'boss@works.test']},
    }),
    answers: 204,
    audits: 'shift.sent',
  },
  'GET /api/v0/maintenance/periods': get('/api/v0/maintenance/periods?start_ts=0&end_ts=4000000000000'),
  'GET /api/v0/availability': {
    request: ({organisationId}) => ({
      url: `/api/v0/availability?organisation_id=${organisationId}&start_ts=0&end_ts=1000&time_zone=UTC`,
    }),
    answers: 200,
  },
  'PUT /api/v0/availability/by-org/:id/goals': {
    request: ({id}) => ({url: `/api/v0/availability/by-org/${id}/goals`, body: {goal: 99.5, labels: {}, version: 0}}),
    answers: 200,
    audits: 'availability.goalsChanged',
  },
  'GET /api/v0/alarm': get('/api/v0/alarm'),
  'GET /api/v0/alarm/counts': get('/api/v0/alarm/counts'),
  'GET /api/v0/alarm/report': {
    request: ({organisationId}) => ({
      url: `/api/v0/alarm/report?organisation_id=${organisationId}&start_ts=0&end_ts=1000`,
    }),
    answers: 200,
  },
  'GET /api/v0/alarm/:id': getById('/api/v0/alarm'),
  'GET /api/v0/alarm/:id/journal': {request: ({id}) => ({url: `/api/v0/alarm/${id}/journal`}), answers: 200},
  'GET /api/v0/alarm/:id/occurrences': {request: ({id}) => ({url: `/api/v0/alarm/${id}/occurrences`}), answers: 200},
  'POST /api/v0/alarm/:id/comment': alarmCall('comment', {note: 'Seen.'}, 'alarm.commented'),
  'POST /api/v0/alarm/:id/acknowledge': alarmCall('acknowledge', {}, 'alarm.acknowledged'),
  'POST /api/v0/alarm/:id/reset': alarmCall('reset', {}, 'alarm.reset', {condition: {raised: {latched: 'back'}}}),
  'POST /api/v0/alarm/:id/shelve': alarmCall('shelve', {until: Date.now() + HOUR, reason: 'Repair'}, 'alarm.shelved'),
  'POST /api/v0/alarm/:id/unshelve': alarmCall('unshelve', {}, 'alarm.unshelved', {shelf: 'on'}),
  'POST /api/v0/alarm/:id/out-of-service': alarmCall('out-of-service', {reason: 'Repair'}, 'alarm.outOfService'),
  'POST /api/v0/alarm/:id/return-to-service': alarmCall('return-to-service', {}, 'alarm.backInService', {
    service: 'off',
  }),
  // Every admin may try a threshold, on a device within reach: here on none.
  'POST /api/v0/alarm/dry-run': {
    request: () => ({
      url: '/api/v0/alarm/dry-run',
      body: {device_id: UNKNOWN, key: 'load', threshold: {warning: {above: 1}}, start_ts: 0, end_ts: 1},
    }),
    answers: 404,
  },
  'POST /api/v0/alarm/acknowledgement': {
    request: () => ({url: '/api/v0/alarm/acknowledgement', body: {token: 'none'}}),
    answers: 404,
  },

  'GET /api/v0/audit': get('/api/v0/audit'),
  'GET /api/v0/system/notices': get('/api/v0/system/notices'),
  'GET /api/v0/audit/:entityType/:entityId/changes': {
    request: ({target, id}) => ({url: `/api/v0/audit/${target?.kind}/${id}/changes?scope=2&key=playlist`}),
    answers: 200,
  },
  'GET /api/v0/audit/:entityType/:entityId/change': {
    request: ({target, id}) => ({url: `/api/v0/audit/${target?.kind}/${id}/change`}),
    answers: 200,
  },

  'POST /api/v0/device/pairing': {
    request: ({organisationId}) => ({
      url: '/api/v0/device/pairing',
      body: {code: PAIRING_CODE, name: 'New', organisation_id: organisationId},
    }),
    answers: 200,
    audits: 'device.created',
  },
  'POST /api/v0/device/claim': {
    request: () => ({url: '/api/v0/device/claim', body: {name: 'Nobody', secret: 'unknown'}}),
    answers: 404,
  },
  'POST /api/v0/device/:id/command': {
    request: ({id}) => ({url: `/api/v0/device/${id}/command`, body: {method: 'reboot', timeout: 1}}),
    answers: 200,
    audits: 'device.commanded',
  },
  'GET /api/v0/device/:id/commands': {request: ({id}) => ({url: `/api/v0/device/${id}/commands`}), answers: 200},
  'GET /api/v0/device/:id/connection': {request: ({id}) => ({url: `/api/v0/device/${id}/connection`}), answers: 200},
  'POST /api/v0/device/:id/pairing': {
    request: ({id}) => ({url: `/api/v0/device/${id}/pairing`, body: {code: PAIRING_CODE}}),
    answers: 204,
    audits: 'device.paired',
  },
  'POST /api/v1/provision': {
    request: () => ({url: '/api/v1/provision', body: {provisionDeviceKey: 'a', provisionDeviceSecret: 'b'}}),
    answers: 200,
  },
  'POST /api/v1/pairing': {request: () => ({url: '/api/v1/pairing', body: {}}), answers: 201},
  'GET /api/v1/pairing/:secret': get('/api/v1/pairing/unknown', 404),
  'POST /api/v1/:accessToken/telemetry': deviceCall('telemetry'),
  'POST /api/v1/:accessToken/attributes': deviceCall('attributes'),
  'GET /api/v1/:accessToken/attributes': deviceRead('attributes'),
  'GET /api/v1/:accessToken/attributes/updates': deviceRead('attributes/updates?timeout=1', 408),
  'GET /api/v1/:accessToken/rpc': deviceRead('rpc?timeout=1', 408),
  'POST /api/v1/:accessToken/rpc': {
    request: ({target}) => ({url: `/api/v1/${deviceToken(target?.place)}/rpc`, body: {method: 'getTime'}}),
    answers: 200,
  },
  'POST /api/v1/:accessToken/rpc/:requestId': deviceCall('rpc/1'),
  'POST /api/v1/:accessToken/claim': {
    request: ({target}) => ({url: `/api/v1/${deviceToken(target?.place)}/claim`, body: {secretKey: 'a'}}),
    answers: 200,
  },
  'GET /api/v1/:accessToken/firmware': deviceRead('firmware', 404),
  'GET /api/v1/:accessToken/software': deviceRead('software', 404),
  'GET /api/v1/:accessToken/playlist': deviceRead('playlist'),
}
