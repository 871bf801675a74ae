import * as routes from '../../../contract/wire/people/account'
import type {OwnEmail, OwnPassword} from '../../domain/account/account'
import type {Http, Options} from '../http'

export async function changeOwnPassword(
  http: Http,
  {currentPassword, password}: OwnPassword,
  options: Options = {},
): Promise<void> {
  await http.call(routes.changeOwnPassword, {body: {currentPassword, password}, ...options})
}

export async function askForOwnEmail(
  http: Http,
  {currentPassword, email}: OwnEmail,
  options: Options = {},
): Promise<void> {
  await http.call(routes.changeOwnEmail, {body: {currentPassword, email}, ...options})
}
