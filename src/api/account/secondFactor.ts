import * as routes from '../../../contract/wire/people/secondFactor'
import type {
  SecondFactor,
  SecondFactorChange,
  SecondFactorOutcome,
  SecondFactorProof,
} from '../../domain/account/secondFactor'
import type {Http, Options} from '../http'
import {makePasskey} from './passkeys'

/** Fails with status 403 for a wrong present password. */
export async function changeSecondFactor(
  http: Http,
  {action, passkeyId, currentPassword}: SecondFactorChange,
  options: Options = {},
): Promise<SecondFactorOutcome> {
  const call = {body: {currentPassword}, ...options}
  switch (action) {
    case 'addApp':
      return {offer: await http.call(routes.offerTotp, call)}
    case 'addPasskey': {
      const {options: passkeyOffer} = await http.call(routes.offerPasskey, call)
      return {passkeyOffer}
    }
    case 'removePasskey':
      await http.call(routes.removePasskey, {...call, body: {currentPassword, id: passkeyId ?? ''}})
      return null
    case 'renewCodes':
      return http.call(routes.renewRecoveryCodes, call)
    case 'removeApp':
      await http.call(routes.removeTotp, call)
      return null
    case 'switchOff':
      await http.call(routes.removeSecondFactor, call)
      return null
    default:
      return action satisfies never
  }
}

/** Fails with status 403 for a wrong proof, and with 409 when nothing is offered any more. Ends the other sessions. */
export async function proveSecondFactor(
  http: Http,
  proof: SecondFactorProof,
  options: Options = {},
): Promise<readonly string[]> {
  if ('code' in proof) return (await http.call(routes.confirmTotp, {body: proof, ...options})).recoveryCodes
  const body = {name: proof.name, passkey: await makePasskey(proof.options)}
  return (await http.call(routes.confirmPasskey, {body, ...options})).recoveryCodes
}

export async function loadSecondFactor(http: Http, options: Options = {}): Promise<SecondFactor> {
  const {totp, ...rest} = await http.call(routes.readSecondFactor, options)
  return {...rest, hasApp: totp}
}
