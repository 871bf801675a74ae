import {
  passkeyOffer as passkeyOfferAnswer,
  recoveryCodes,
  secondFactorState,
  totpOffer,
} from '../../../contract/wire/secondFactor'
import type {
  SecondFactor,
  SecondFactorChange,
  SecondFactorOutcome,
  SecondFactorProof,
} from '../../domain/account/secondFactor'
import {anyAnswer} from '../anyServer'
import type {Http, Options} from '../http'
import {makePasskey} from './passkeys'

const OWN = '/api/v0/users/second-factor'

/** Fails with status 403 for a wrong present password. */
export async function changeSecondFactor(
  http: Http,
  {action, passkeyId, currentPassword}: SecondFactorChange,
  options: Options = {},
): Promise<SecondFactorOutcome> {
  const call = {body: {currentPassword}, ...options}
  switch (action) {
    case 'addApp':
      return {offer: await http.post(`${OWN}/totp`, totpOffer, call)}
    case 'addPasskey': {
      const {options: passkeyOffer} = await http.post(`${OWN}/passkey`, passkeyOfferAnswer, call)
      return {passkeyOffer}
    }
    case 'removePasskey':
      await http.post(`${OWN}/passkey/removal`, anyAnswer, {...call, body: {currentPassword, id: passkeyId}})
      return null
    case 'renewCodes':
      return http.post(`${OWN}/recovery-codes`, recoveryCodes, call)
    case 'removeApp':
      await http.post(`${OWN}/totp/removal`, anyAnswer, call)
      return null
    case 'switchOff':
      await http.post(`${OWN}/removal`, anyAnswer, call)
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
  const [kind, body] =
    'code' in proof ? ['totp', proof] : ['passkey', {name: proof.name, passkey: await makePasskey(proof.options)}]
  const answer = await http.post(`${OWN}/${kind}/confirmation`, recoveryCodes, {body, ...options})
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
