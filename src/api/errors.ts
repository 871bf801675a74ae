import {isAxiosError} from 'axios'
import {errorBody} from '../../contract/wire/common'
import type {Failure, FailureKind} from '../domain/failure'

/**
 * Every failed call throws this. `message` is the server's own when it sent one, and else names the call and the
 * failure.
 */
export class ApiError extends Error implements Failure {
  override readonly name = 'ApiError'
  readonly kind: FailureKind
  readonly status: number | null
  readonly serverMessage: string | null

  constructor(failure: Failure, description: string, options?: ErrorOptions) {
    super(failure.serverMessage ?? description, options)
    this.kind = failure.kind
    this.status = failure.status
    this.serverMessage = failure.serverMessage
  }
}

/** Turns whatever a call threw into an `ApiError`. */
export function apiError(call: string, cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  if (!isAxiosError(cause)) return unexpectedAnswer(call, null, cause)
  if (cause.response === undefined || isCutOff(cause.response)) return unreachable(call, cause)
  return refused(call, cause.response, cause)
}

/** For an answer whose status says no, however it was asked for. */
export function refused(call: string, {status, data}: {status: number; data: unknown}, cause: unknown): ApiError {
  const body = errorBody.safeParse(data)
  const serverMessage = body.success && body.data.message !== '' ? body.data.message : null
  return answeredWith(call, status, serverMessage, cause)
}

/** The server said no, or a gateway that the server behind it can't be reached. */
export function answeredWith(call: string, status: number, serverMessage: string | null, cause?: unknown): ApiError {
  const kind = GATEWAY_STATUSES.includes(status) ? 'unreachable' : 'refused'
  return new ApiError({kind, status, serverMessage}, `${call} was answered with ${status}`, {cause})
}

export function unexpectedAnswer(call: string, status: number | null, cause: unknown): ApiError {
  const failure: Failure = {kind: 'unexpected', status, serverMessage: null}
  return new ApiError(failure, `${call} was answered in an unexpected shape`, {cause})
}

/** The answer began with a good status, but its body did not arrive completely. */
const isCutOff = ({status}: {status: number}): boolean => status < 400

/** A gateway answers with these when the server behind it can't be reached. */
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504]

export function unreachable(call: string, cause: unknown): ApiError {
  return new ApiError({kind: 'unreachable', status: null, serverMessage: null}, `${call} was not answered`, {cause})
}
