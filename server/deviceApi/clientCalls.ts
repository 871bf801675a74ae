import * as z from 'zod/mini'
import {DEVICE_BODY_BYTES} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import {badRequest} from '../http/failures/errors'
import {readAnyJson} from '../http/json'
import type {RateLimits} from '../http/rateLimits'

/** A request of a device to the server. */
export type ClientCall = z.infer<typeof clientCall>

/** The limits in the form of ThingsBoard's SDK. Sizes are in bytes, limits texts such as `10:1,300:60`. */
export interface SessionLimits {
  maxPayloadSize: number
  maxInflightMessages: number
  rateLimits: {messages: string; telemetryMessages: string; telemetryDataPoints: string}
}

export interface AnsweringOptions {
  limits: SessionLimits
  now: () => EpochMs
}

/** Throws an `HttpError` with status 400 that describes the fault. */
export function readClientCall(body: string): ClientCall {
  const call = clientCall.safeParse(readAnyJson(body))
  if (!call.success) throw badRequest('A call must be an object with a "method", which is a text.')
  return call.data
}

export function answerClientCall({method}: ClientCall, {limits, now}: AnsweringOptions): unknown {
  switch (method) {
    case 'getSessionLimits':
      return limits
    case 'getTime':
      return now()
    default:
      return {error: `The server knows no method "${method}".`}
  }
}

/** The maximum number of messages of a device under way, as in ThingsBoard. */
export const MAX_INFLIGHT = 100

export function sessionLimits({device, deviceValues}: Pick<RateLimits, 'device' | 'deviceValues'>): SessionLimits {
  return {
    maxPayloadSize: DEVICE_BODY_BYTES,
    maxInflightMessages: MAX_INFLIGHT,
    rateLimits: {messages: device, telemetryMessages: device, telemetryDataPoints: deviceValues},
  }
}

const clientCall = z.object({method: z.string(), params: z.optional(z.unknown())})
