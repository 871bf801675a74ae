import {badRequest} from '../http/errors'

/** Throws 400 for a password that many people use. Case is ignored. */
export async function refuseCommonPassword(password: string): Promise<void> {
  // The list is loaded at its first use, because unpacking it takes longer than the rest of the server's start.
  const {dictionary} = await import('@zxcvbn-ts/language-common')
  if (dictionary['passwords-common'].includes(password.toLowerCase()))
    throw badRequest('This password is among the most common ones. Choose another.')
}
