import type {RegistrationBody} from '../../../contract/wire/account'
import type {FirstAdmin, NewPassword, PasswordResetRequest, Registration} from '../../domain/account/account'
import {anyAnswer} from '../anyServer'
import type {Http, Options} from '../http'

export async function register(
  http: Http,
  {email, password, confirmation}: Registration,
  options: Options = {},
): Promise<void> {
  const body: RegistrationBody = {email, password, password2: confirmation}
  await http.post('/api/v0/user/register/', anyAnswer, {body, ...options})
}

export async function requestPasswordReset(
  http: Http,
  {email}: PasswordResetRequest,
  options: Options = {},
): Promise<void> {
  await http.post('/api/users/password_reset/', anyAnswer, {body: {email}, ...options})
}

export async function resetPassword(http: Http, {token, password}: NewPassword, options: Options = {}): Promise<void> {
  await http.post('/api/users/password_reset/confirm/', anyAnswer, {
    params: {token},
    body: {token, password},
    ...options,
  })
}

export async function verifyEmail(http: Http, token: string): Promise<void> {
  await http.get('/api/users/verify-email/', anyAnswer, {params: {token}})
}

export async function makeFirstAdmin(
  http: Http,
  {token, email, password}: FirstAdmin,
  options: Options = {},
): Promise<void> {
  await http.post('/api/v0/setup', anyAnswer, {body: {token, email, password}, ...options})
}
