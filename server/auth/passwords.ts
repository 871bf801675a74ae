import {hash, parseOptions, verify} from '@node-rs/argon2'
import {refuseCommonPassword} from './commonPasswords'

/**
 * The parameters of argon2id, the library's default algorithm. They have three times the rounds that OWASP recommends,
 * so that the hash takes longer than the rest of a login.
 */
const PARAMETERS = {memoryCost: 19_456, timeCost: 6, parallelism: 1}

/** Hashes a password that a user chooses. Throws 400 when it is too common. The contract checks its length. */
export async function hashNewPassword(password: string): Promise<string> {
  await refuseCommonPassword(password)
  return hashPassword(password)
}

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS)

/** The hash of an unknown random text. It is verified for unknown emails, so that they take as long as known ones. */
const NOBODY = '$argon2id$v=19$m=19456,t=6,p=1$yrmGdqSxehLL7oO7TGu5zQ$Y3GBICdNHIWVjPVVFdhqqUwe0FoKc+SxV5/dWEeZSlg'

/** An undefined hash takes the same time as a wrong password. */
export type IsPassword = (passwordHash: string | undefined, password: string) => Promise<boolean>

export const isPassword: IsPassword = async (passwordHash, password) => {
  const matches = await verify(passwordHash ?? NOBODY, password)
  return passwordHash !== undefined && matches
}

/** Whether the hash was made with weaker parameters than those of today. */
export function isWeaklyHashed(passwordHash: string): boolean {
  const {memoryCost, timeCost} = parseOptions(passwordHash)
  return memoryCost * timeCost < PARAMETERS.memoryCost * PARAMETERS.timeCost
}
