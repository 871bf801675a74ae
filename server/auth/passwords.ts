import {hash, parseOptions, verify} from '@node-rs/argon2'
import {refuseCommonPassword} from './commonPasswords'

/**
 * The parameters of argon2id, the library's default algorithm: OWASP's recommendation with three times its rounds, so
 * that a guess costs more than all else of a login.
 */
const PARAMETERS = {memoryCost: 19_456, timeCost: 6, parallelism: 1}

/** For every password that somebody chooses; throws 400 for one that is too common. Its length is the contract's. */
export async function hashNewPassword(password: string): Promise<string> {
  await refuseCommonPassword(password)
  return hashPassword(password)
}

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS)

/** Hash of a random text that nobody knows, so that an unknown mail costs the time of a known one. */
const NOBODY = '$argon2id$v=19$m=19456,t=6,p=1$yrmGdqSxehLL7oO7TGu5zQ$Y3GBICdNHIWVjPVVFdhqqUwe0FoKc+SxV5/dWEeZSlg'

/** False for nobody's hash, after the same work. */
export type IsPassword = (passwordHash: string | undefined, password: string) => Promise<boolean>

export const isPassword: IsPassword = async (passwordHash, password) => {
  const matches = await verify(passwordHash ?? NOBODY, password)
  return passwordHash !== undefined && matches
}

/** Made with less work than `hashPassword` puts in today. */
export function isWeaklyHashed(passwordHash: string): boolean {
  const {memoryCost, timeCost} = parseOptions(passwordHash)
  return memoryCost * timeCost < PARAMETERS.memoryCost * PARAMETERS.timeCost
}
