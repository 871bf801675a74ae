import {index, integer, pgTable, text, uuid} from 'drizzle-orm/pg-core'
import {createdAt, epochMs, id} from './columns'

const MAIL_KINDS = [
  'verification',
  'passwordReset',
  'invitation',
  'emailChange',
  'passwordChanged',
  'emailChangeAsked',
  'emailChanged',
  'changedByAdmin',
  'secondFactorAdded',
  'secondFactorRemoved',
  'recoveryCodesRenewed',
  'signInsFailed',
  'signInClosed',
  'alarm',
  'onCallGap',
  'weeklyReport',
] as const

/**
 * Mail that is still to be sent. Its text and token are made at the moment of sending. So the table contains no
 * secret, and a request takes the same time whether its email is known or not. A row is deleted when its mail was sent
 * or given up. A mail of the kind `alarm` brings the delivery `deliveryId`, one of the kind `onCallGap` is about `rotaId`;
 * `userId` is whose account it is, where that is known.
 */
export const mail = pgTable(
  'mail',
  {
    id: id(),
    kind: text({enum: MAIL_KINDS}).notNull(),
    email: text().notNull(),
    userId: uuid(),
    passwordHash: text(),
    deliveryId: uuid(),
    rotaId: uuid(),
    createdAt: createdAt(),
    attempts: integer().notNull().default(0),
    nextTryAt: epochMs().notNull(),
    lastError: text(),
  },
  table => [index().on(table.nextTryAt)],
)
