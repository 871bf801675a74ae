import type {OwnEmailBody, OwnPasswordBody} from '../../../contract/wire/account'
import type {OwnEmail, OwnPassword} from '../../domain/account/account'
import {anyAnswer} from '../anyServer'
import type {Http, Options} from '../http'

export async function changeOwnPassword(
  http: Http,
  {currentPassword, password}: OwnPassword,
  options: Options = {},
): Promise<void> {
  const body: OwnPasswordBody = {currentPassword, password}
  await http.put('/api/v0/users/password', anyAnswer, {body, ...options})
}

export async function askForOwnEmail(
  http: Http,
  {currentPassword, email}: OwnEmail,
  options: Options = {},
): Promise<void> {
  const body: OwnEmailBody = {currentPassword, email}
  await http.put('/api/v0/users/email', anyAnswer, {body, ...options})
}
