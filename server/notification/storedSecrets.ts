import {createHmac} from 'node:crypto'
import {ALARM_ROUTES_ATTRIBUTE, alarmRoutesFrom, targetsByStep} from '../../contract/rules/alarmRoutes'
import {isRecord} from '../../contract/rules/json'
import {type Json, json} from '../../contract/wire/common'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import {CHANNEL_KINDS, type ChannelKind, isKept, SECRET_FIELDS} from '../../contract/wire/target'
import type {AttributeGuard} from '../attribute/repository'
import type {Database} from '../database/connect'
import {type Evaluate, TooCostly} from '../evaluation/evaluations'
import {badRequest} from '../http/failures/errors'
import {createSigningSecret} from '../http/secrets'
import {requireTargets} from './requireTargets'
import type {BodyTemplate, tryTemplates} from './wording/template'

export interface RouteGuardOptions {
  /** Whether addresses of private networks may be called. */
  allowPrivate: boolean
  evaluateTemplates: Evaluate<typeof tryTemplates>
}

type Fields = Readonly<Record<string, Json>>

/**
 * Replaces the secrets in `alarmRoutes` by marks for people. A mark written back restores its secret, but only in a
 * target of the same kind and address: nobody learns a secret by sending it elsewhere.
 */
export function createRouteGuard(
  {db}: Pick<Database, 'db'>,
  {allowPrivate, evaluateTemplates}: RouteGuardOptions,
): AttributeGuard {
  const signingSecret = createSigningSecret({db}, 'alarmRoutes')

  return {
    holds: ({entityType, scope, key}) =>
      entityType === 'organisation' && scope === ATTRIBUTE_SCOPES.server && key === ALARM_ROUTES_ATTRIBUTE,

    requireUsable: (organisationId, value) => requireTemplates(organisationId, json.parse(value), evaluateTemplates),

    async shown(value) {
      const mark = marking(await signingSecret())
      return withSecrets(json.parse(value), (secret, target, field) => mark(secret, target, field))
    },

    async taken(value, before) {
      const mark = marking(await signingSecret())
      const known = new Map<string, Json>()
      withSecrets(json.parse(before ?? null), (secret, target, field) => {
        known.set(mark(secret, target, field), secret)
        return secret
      })
      const restoring = (isAddress: boolean) => (secret: Json, target: Fields, field: string) => {
        if (!isKept(secret) || (field === 'url') !== isAddress) return secret
        const found = known.get(secret)
        if (found === undefined || mark(found, target, field) !== secret) throw badRequest(NOT_STORED)
        return found
      }
      // The others are bound to the address.
      const restored = withSecrets(withSecrets(json.parse(value), restoring(true)), restoring(false))
      requireTargets(restored, json.parse(before ?? null), allowPrivate)
      return restored
    },
  }
}

const NOT_STORED = 'The secret is stored for another address only, or no longer. Type it again.'

/** The mark of a secret. It is bound to the address that the secret is sent to. */
const marking =
  (key: string) =>
  (secret: Json, target: Fields, field: string): string => {
    const place = field === 'url' ? null : placeOf(target.url)
    const named = JSON.stringify([kindOf(target), field, place, secret])
    return `kept:${createHmac('sha256', key).update(named).digest('hex').slice(0, 16)}`
  }

function placeOf(url: Json | undefined): Json {
  if (typeof url !== 'string') return null
  return URL.canParse(url) ? new URL(url).href : url
}

/** Maps each secret in a JSON that anybody may have written. `target` is the object that holds it. */
function withSecrets(value: Json, map: (secret: Json, target: Fields, field: string) => Json, name = ''): Json {
  if (Array.isArray(value)) return value.map(item => withSecrets(item, map))
  if (!isRecord(value)) return value
  const target: Fields = name === 'webhook' ? {...value, kind: 'webhook'} : value
  const secrets = secretsOf(target)
  return Object.fromEntries(
    Object.entries(value).map(([field, held]): [string, Json] => {
      const isSecret = secrets.has(field) && !isNothing(held)
      return [field, isSecret ? map(held, target, field) : withSecrets(held, map, field)]
    }),
  )
}

const isNothing = (value: Json): boolean => value === null || value === ''

const kindOf = ({kind}: Fields): ChannelKind | undefined => CHANNEL_KINDS.find(known => known === kind)

const ALL_SECRETS: ReadonlySet<string> = new Set(Object.values(SECRET_FIELDS).flat())

/** A target of no known kind may have the secrets of any. */
function secretsOf(target: Fields): ReadonlySet<string> {
  const kind = kindOf(target)
  if (kind !== undefined) return new Set<string>(SECRET_FIELDS[kind])
  return 'kind' in target ? ALL_SECRETS : ALWAYS
}

/** The names that no other part of a route has. */
const ALWAYS: ReadonlySet<string> = new Set(['secret', 'token', 'headers'])

/** The limits in one organisation; a template counts once however many targets have it. */
const MAX_TEMPLATES = 40
const MAX_LENGTH = 100_000

/** Throws 400 unless each template in the routes of an organisation makes a body of every message. All are tried in one evaluation. */
async function requireTemplates(
  organisationId: string,
  routes: Json,
  evaluate: Evaluate<typeof tryTemplates>,
): Promise<void> {
  const templates = templatesOf(routes)
  if (templates.length === 0) return
  const length = templates.reduce((sum, {template}) => sum + template.length, 0)
  if (templates.length > MAX_TEMPLATES || length > MAX_LENGTH) throw badRequest(TOO_MANY)
  const fault = await evaluate(organisationId, templates).catch(error => {
    if (!(error instanceof TooCostly)) throw error
    throw badRequest(`${templates.map(({place}) => place).join(', or ')}: ${error.message}`.slice(0, MESSAGE_LENGTH))
  })
  if (fault !== undefined) throw badRequest(fault)
}

const TOO_MANY = `The HTTP calls have more than ${MAX_TEMPLATES} different templates, or ${MAX_LENGTH} characters of them.`
const MESSAGE_LENGTH = 1000

/** The templates that are sent with, each with the first place that has it. */
function templatesOf(value: Json): (BodyTemplate & {place: string})[] {
  const found = new Map<string, BodyTemplate & {place: string}>()
  for (const route of alarmRoutesFrom(value).routes) {
    for (const [step, called] of targetsByStep(route).entries()) {
      for (const target of called) {
        if (target.kind !== 'http') continue
        const {contentType, body: template} = target
        const place = `The HTTP call of the route “${route.name}”${step === 0 ? '' : `, escalation ${step}`}`
        const key = JSON.stringify([contentType, template])
        if (!found.has(key)) found.set(key, {place, contentType, template})
      }
    }
  }
  return [...found.values()]
}
