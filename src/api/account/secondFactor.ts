import {recoveryCodes, secondFactorState, totpOffer} from '../../../contract/wire/secondFactor'
import type {SecondFactor, SecondFactorDeed, SecondFactorOutcome} from '../../domain/account/secondFactor'
import {anyAnswer} from '../anyServer'
import type {CallOptions, Http} from '../http'

type Options = Pick<CallOptions, 'signal'>

const OWN = '/api/v0/users/second-factor'

/** Fails with status 403 for a wrong present password. */
export async function changeSecondFactor(
  http: Http,
  {deed, currentPassword}: {deed: SecondFactorDeed; currentPassword: string},
  options: Options = {},
): Promise<SecondFactorOutcome> {
  const call = {body: {currentPassword}, ...options}
  switch (deed) {
    case 'addApp':
      return {offer: await http.post(`${OWN}/totp`, totpOffer, call)}
    case 'renewCodes':
      return http.post(`${OWN}/recovery-codes`, recoveryCodes, call)
    case 'removeApp':
      await http.post(`${OWN}/totp/removal`, anyAnswer, call)
      return null
    case 'switchOff':
      await http.post(`${OWN}/removal`, anyAnswer, call)
      return null
    default:
      return deed satisfies never
  }
}

/** Fails with status 403 for a wrong code, and with 409 when nothing is offered any more. Ends the other sessions. */
export async function confirmApp(http: Http, code: string, options: Options = {}): Promise<readonly string[]> {
  const answer = await http.post(`${OWN}/totp/confirmation`, recoveryCodes, {body: {code}, ...options})
  return answer.recoveryCodes
}

export async function loadSecondFactor(http: Http, options: Options = {}): Promise<SecondFactor> {
  const {isOn, totp, passkeys, recoveryCodesLeft} = await http.get(OWN, secondFactorState, options)
  return {
    ...{isOn, hasApp: totp, recoveryCodesLeft},
    passkeys: passkeys.map(({id, name, created_at, last_used_at}) => ({
      ...{id, name, createdAt: created_at, lastUsedAt: last_used_at},
    })),
  }
}
