import {toHttpError} from '../../http/failures/errorHandler'

/** Reason codes of MQTT 5. */
export const REASONS = {
  success: 0x00,
  noSubscription: 0x11,
  unspecified: 0x80,
  malformed: 0x81,
  protocolError: 0x82,
  implementation: 0x83,
  unsupportedVersion: 0x84,
  badClientId: 0x85,
  badToken: 0x86,
  notAuthorized: 0x87,
  unavailable: 0x88,
  busy: 0x89,
  stopping: 0x8b,
  badAuthentication: 0x8c,
  keepAlive: 0x8d,
  takenOver: 0x8e,
  badFilter: 0x8f,
  badTopic: 0x90,
  unknownId: 0x92,
  tooManyInflight: 0x93,
  badAlias: 0x94,
  tooLarge: 0x95,
  tooOften: 0x96,
  tooMany: 0x97,
  badPayload: 0x99,
  noShared: 0x9e,
  tooManyConnects: 0x9f,
  connectTime: 0xa0,
} as const

export type Reason = keyof typeof REASONS

/** The return code of MQTT 3.1.1 for a refused CONNECT. */
export function returnCodeOf(reason: Reason): number {
  if (reason === 'unsupportedVersion') return 0x01
  if (reason === 'badClientId') return 0x02
  return reason === 'badToken' || reason === 'notAuthorized' ? 0x05 : 0x03
}

const FORBIDDEN = 403
const TOO_MANY = 429
const SERVER_FAULT = 500
const UNAVAILABLE = 503

/** The reason why a message was not taken, also in words. */
export interface Refusal {
  reason: Reason
  why: string
}

export function refusalOf(error: unknown): Refusal {
  const {statusCode, message} = toHttpError(error)
  return {reason: reasonFor(statusCode), why: message}
}

function reasonFor(statusCode: number): Reason {
  if (statusCode === TOO_MANY) return 'tooOften'
  if (statusCode === FORBIDDEN) return 'notAuthorized'
  if (statusCode === UNAVAILABLE) return 'busy'
  return statusCode >= SERVER_FAULT ? 'implementation' : 'badPayload'
}

const PASSING: ReadonlySet<Reason> = new Set(['tooOften', 'busy', 'implementation'])

/** Whether the same message may be taken later. A client must not hold it for refused. */
export const isPassing = (reason: Reason): boolean => PASSING.has(reason)
