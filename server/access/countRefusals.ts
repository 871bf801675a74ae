import {HttpError} from '../http/failures/errors'
import type {Attempt} from './growingDelay'

const TOO_MANY = 429

/**
 * Counts the attempt as a failure only when `work` refuses the caller. A failure of the server itself is not the
 * caller's.
 */
export async function countRefusals<Result>(attempt: Attempt, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work()
    attempt.takeBack()
    return result
  } catch (error) {
    if (!isRefusal(error)) attempt.takeBack()
    throw error
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && error.statusCode < 500 && error.statusCode !== TOO_MANY
}
