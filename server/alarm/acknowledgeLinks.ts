import * as z from 'zod/mini'
import {ALARM_LINK_DAYS} from '../../contract/limits'
import {DAY} from '../../contract/rules/time/durations'
import {type EpochMs, id} from '../../contract/wire/common'
import {ACCESS, accessTo, mayCall} from '../access/access'
import {isReached} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Database} from '../database/connect'
import {createSigner} from '../http/secrets'
import {maySignIn, type User} from '../user/repository'

const claim = z.object({alarmId: id, version: z.number(), userId: id, expires: z.number()})
type Claim = z.infer<typeof claim>

export interface AcknowledgeLinks {
  /**
   * A token by which this user may acknowledge an alarm as it was in that version, without signing in. Null for those
   * who may not acknowledge it.
   */
  tokenFor(user: User, alarm: Pick<Claim, 'alarmId' | 'version'>): Promise<string | null>
  /** Undefined when the token was changed or is too old. */
  read(token: string): Promise<Claim | undefined>
  /** The user as who acknowledges an alarm; undefined when that user may not, as both are now. */
  viewerOf(user: User, alarmId: string): Promise<Viewer | undefined>
}

export function createAcknowledgeLinks(database: Pick<Database, 'db'>, now: () => EpochMs): AcknowledgeLinks {
  const {db} = database
  const signer = createSigner(database, 'acknowledgement')

  async function viewerOf(user: User, alarmId: string): Promise<Viewer | undefined> {
    const {id: userId, email, authority, organisationId, customerId} = user
    if (!maySignIn(user) || !mayCall(ACKNOWLEDGE, {authority})) return undefined
    const viewer = {sessionId: '', userId, email, authority, organisationId, customerId}
    return (await isReached(db, viewer, {kind: 'alarm', id: alarmId})) ? viewer : undefined
  }

  return {
    viewerOf,
    async tokenFor(user, alarm) {
      if ((await viewerOf(user, alarm.alarmId)) === undefined) return null
      const made: Claim = {...alarm, userId: user.id, expires: now() + ALARM_LINK_DAYS * DAY}
      const text = Buffer.from(JSON.stringify(made)).toString('base64url')
      return `${text}.${await signer.sign(text)}`
    },
    async read(token) {
      const [text = '', signature = '', ...rest] = token.split('.')
      const claimed = claimIn(text)
      if (claimed === undefined || rest.length > 0 || claimed.expires <= now()) return undefined
      return (await signer.isSigned(text, signature)) ? claimed : undefined
    },
  }
}

function claimIn(text: string): Claim | undefined {
  try {
    return claim.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
  } catch {
    return undefined
  }
}

const ACKNOWLEDGE = accessTo(ACCESS, 'POST /api/v0/alarm/:id/acknowledge')
