import * as routes from '../../../contract/wire/people/account'
import type {FirstAdmin, NewPassword, PasswordResetRequest, Registration} from '../../domain/account/account'
import {anyAnswer as answer} from '../anyServer'
import type {Http, Options} from '../http'

export async function register(
  http: Http,
  {email, password, confirmation}: Registration,
  options: Options = {},
): Promise<void> {
  await http.call({...routes.register, answer}, {body: {email, password, password2: confirmation}, ...options})
}

export async function requestPasswordReset(
  http: Http,
  {email}: PasswordResetRequest,
  options: Options = {},
): Promise<void> {
  await http.call({...routes.requestPasswordReset, answer}, {body: {email}, ...options})
}

export async function resetPassword(http: Http, {token, password}: NewPassword, options: Options = {}): Promise<void> {
  await http.call({...routes.resetPassword, answer}, {query: {token}, body: {token, password}, ...options})
}

export async function verifyEmail(http: Http, token: string): Promise<void> {
  await http.call({...routes.verifyEmail, answer}, {query: {token}})
}

export async function makeFirstAdmin(
  http: Http,
  {token, email, password}: FirstAdmin,
  options: Options = {},
): Promise<void> {
  await http.call({...routes.makeFirstAdmin, answer}, {body: {token, email, password}, ...options})
}

/** Acknowledges the alarm of a mail, by the token of its link. */
export async function acknowledgeByLink(http: Http, {token}: {token: string}, options: Options = {}): Promise<void> {
  await http.call(routes.acknowledgeByLink, {body: {token}, ...options})
}
