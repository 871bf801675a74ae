import type {EpochMs} from '../../contract/wire/common'
import {countRefusals} from '../access/countRefusals'
import {createGrowingDelay} from '../access/growingDelay'
import {forbidden} from '../http/failures/errors'
import type {UserRepository} from '../user/repository'
import {isPassword} from './passwords'

/**
 * Throws 403 when it is not the present password of the user, and 429 while the user has to wait after failures.
 * Returns the hash that the password was checked against, which a change that relies on it must still find.
 */
export type RequirePassword = (userId: string, password: string) => Promise<string>

export interface PresentPasswordOptions {
  users: Pick<UserRepository, 'find'>
  /** The failures that are free, in the form of `createGrowingDelay`. */
  limit: string
  now: () => EpochMs
}

/** Someone at an unlocked screen must not find out the password by trying. */
export function createRequirePassword({users, limit, now}: PresentPasswordOptions): RequirePassword {
  const attempts = createGrowingDelay(limit, now)
  return (userId, password) =>
    countRefusals(attempts.begin(userId), async () => {
      const found = await users.find(userId)
      if (found === undefined || !(await isPassword(found.passwordHash, password))) throw wrongPassword()
      return found.passwordHash
    })
}

const wrongPassword = () => forbidden('This is not your present password.')
