import * as z from 'zod/mini'
import {AUDIT_PAGE_LENGTH, KEY_LENGTH, MAX_TS, MIN_TS} from '../../limits'
import {id} from '../common'
import {addition} from '../route'
import {attributeScope, entityParams, entityType} from './attribute'

/** The actions in the audit trail, each named `<what>.<what happened to it>`. */
export const AUDIT_ACTIONS = [
  'session.opened',
  'session.refused',
  'session.ended',
  'session.reused',
  'user.registered',
  'user.verified',
  'user.created',
  'user.updated',
  'user.deleted',
  'user.restored',
  'user.invited',
  'user.signedOut',
  'password.resetRequested',
  'password.reset',
  'password.changed',
  'email.changeRequested',
  'email.changed',
  'secondFactor.added',
  'secondFactor.removed',
  'recoveryCodes.renewed',
  'profile.created',
  'profile.updated',
  'preferences.updated',
  'organisation.created',
  'organisation.updated',
  'organisation.deleted',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'asset.created',
  'asset.updated',
  'asset.deleted',
  'video.uploaded',
  'video.deleted',
  'video.restored',
  'video.purged',
  'device.created',
  'device.updated',
  'device.deleted',
  'device.imported',
  'device.paired',
  'device.commanded',
  'device.provisioned',
  'device.claimed',
  'credentials.created',
  'credentials.deleted',
  'credentials.rotated',
  'credentials.expirySet',
  'credentials.formerEnded',
  'attribute.created',
  'attribute.updated',
  'attribute.deleted',
  'notification.tested',
  'wallLink.issued',
  'wallLink.opened',
  'wallLink.revoked',
  'picture.uploaded',
  'picture.removed',
  'apiKey.issued',
  'apiKey.revoked',
  'provisioningProfile.issued',
  'provisioningProfile.revoked',
  'alarm.acknowledged',
  'alarm.commented',
  'alarm.reset',
  'alarm.shelved',
  'alarm.unshelved',
  'alarm.outOfService',
  'alarm.backInService',
  'maintenance.created',
  'maintenance.updated',
  'maintenance.removed',
  'maintenance.ended',
  'maintenance.extended',
  'onCall.created',
  'onCall.updated',
  'onCall.removed',
  'onCall.overridden',
  'onCall.overrideRemoved',
  'onCall.calendarIssued',
  'onCall.calendarRevoked',
  'shift.handedOver',
  'shift.noted',
  'shift.sent',
  'availability.goalsChanged',
  'usual.accepted',
] as const
export const auditAction = z.enum(AUDIT_ACTIONS)
export type AuditAction = z.infer<typeof auditAction>

/**
 * One action on an entity: its user, time and address. `at` is epoch ms. `userId` and `email` are null when nobody was
 * signed in. `detail` names the changed `fields`, holds as `changes` the values of some before and after, and the
 * `version` that the change led to; it must not hold a secret. `address` is the caller's network address.
 */
export const auditEntry = z.object({
  id: z.string(),
  at: z.number(),
  userId: z.nullable(z.string()),
  email: z.nullable(z.string()),
  address: z.string(),
  action: z.string(),
  entityType: z.nullable(z.string()),
  entityId: z.nullable(z.string()),
  entityName: z.nullable(z.string()),
  organisation_id: z.nullable(z.string()),
  detail: z.nullable(z.record(z.string(), z.unknown())),
})
export type AuditEntryWire = z.infer<typeof auditEntry>

const queryTime = z.coerce.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS))

/**
 * Lists the newest entries first. `cursor` is the `next` of the previous page. `organisationId` keeps what was done to
 * an organisation and what belonged to it. ORGANISATION_ADMINs get the entries of their own organisation. Where
 * somebody out of their reach has acted, `userId` and `email` are null and `address` is empty.
 */
const auditQuery = z.object({
  organisationId: z.optional(id),
  userId: z.optional(id),
  entityType: z.optional(entityType),
  entityId: z.optional(id),
  action: z.optional(auditAction),
  from: z.optional(queryTime),
  to: z.optional(queryTime),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(AUDIT_PAGE_LENGTH)), AUDIT_PAGE_LENGTH),
  cursor: z.optional(id),
})
export type AuditQuery = z.infer<typeof auditQuery>

/** `next` is null on the last page. */
export const listAudit = addition('GET', '/api/v0/audit', {
  query: auditQuery,
  answer: z.object({entries: z.array(auditEntry), next: z.nullable(z.string())}),
})

/**
 * Finds the change of an entity that led to `version`; with `scope`
 * and `key`, of one of its attributes. Without a `version` it finds the newest change.
 */
const changeQuery = z
  .object({
    version: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    scope: z.optional(z.pipe(z.coerce.number(), attributeScope)),
    key: z.optional(z.string().check(z.minLength(1), z.maxLength(KEY_LENGTH))),
  })
  .check(z.refine(({scope, key}) => (scope === undefined) === (key === undefined), 'scope and key belong together'))
export type ChangeQuery = z.infer<typeof changeQuery>

/** `email` and `name` are null when the author is out of the caller's reach, or is no user. */
const change = z.object({at: z.number(), email: z.nullable(z.string()), name: z.nullable(z.string())})

/** `change` is null when the trail holds none. */
export const findChange = addition('GET', '/api/v0/audit/:entityType/:entityId/change', {
  params: entityParams,
  query: changeQuery,
  answer: z.object({change: z.nullable(change)}),
})

/** The number of changes in the history of an attribute. */
const HISTORY_LENGTH = 50

/** The newest changes of one attribute of an entity. */
const listQuery = z.object({
  scope: z.pipe(z.coerce.number(), attributeScope),
  key: z.string().check(z.minLength(1), z.maxLength(KEY_LENGTH)),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(HISTORY_LENGTH)), HISTORY_LENGTH),
})
export type ListQuery = z.infer<typeof listQuery>

export const listChange = z.array(
  z.object({kind: z.enum(['added', 'removed', 'moved', 'hours']), ids: z.array(z.string()), count: z.number()}),
)

/**
 * The newest first. `list` says what was done to a playlist, as `contract/rules/lists/playlistChange` does; null where
 * the trail doesn't hold it.
 */
export const listChanges = addition('GET', '/api/v0/audit/:entityType/:entityId/changes', {
  params: entityParams,
  query: listQuery,
  answer: z.object({changes: z.array(z.extend(change, {list: z.nullable(listChange)}))}),
})
