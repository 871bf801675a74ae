import {badRequest} from '../http/errors'

/** Throws 400 for a password that many people have, in any case of letters. */
export async function refuseCommonPassword(password: string): Promise<void> {
  // Unfolding the list takes longer than the rest of the start: the first one who sets a password waits for it.
  const {dictionary} = await import('@zxcvbn-ts/language-common')
  if (dictionary['passwords-common'].includes(password.toLowerCase()))
    throw badRequest('This password is among the most common ones. Choose another.')
}
