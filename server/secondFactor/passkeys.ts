import {TITLE} from '../../contract/limits'
import type {PasskeyAnswer, PasskeyConfirmation} from '../../contract/wire/people/secondFactor'
import type {RelyingParty} from '../http/browser/relyingParty'

export interface StoredPasskey {
  id: string
  publicKey: string
  counter: number
  transports: string[]
}

type Known = Pick<StoredPasskey, 'id' | 'transports'>

/** Few sign-ins need it, and a server that starts needs none of it. */
const webAuthn = () => import('@simplewebauthn/server')

const transportsOf = ({id, transports}: Known) => ({id, transports})

export interface CreationQuestion {
  user: {id: string; email: string}
  challenge: string
  /** The existing passkeys of the user. */
  existing: readonly Known[]
}

/** The options by which a browser makes a passkey. It need not verify the user: the password has done that. */
export async function creationOptions({id}: RelyingParty, {user, challenge, existing}: CreationQuestion) {
  const {generateRegistrationOptions} = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: TITLE,
    rpID: id,
    userName: user.email,
    userID: new TextEncoder().encode(user.id),
    challenge,
    excludeCredentials: existing.map(transportsOf),
    authenticatorSelection: {residentKey: 'discouraged', userVerification: 'discouraged'},
  })
  return {...options}
}

/** The options by which a browser proves that the user has one of the passkeys. */
export async function requestOptions({id}: RelyingParty, challenge: string, allowed: readonly Known[]) {
  const {generateAuthenticationOptions} = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge,
    userVerification: 'discouraged',
    allowCredentials: allowed.map(transportsOf),
  })
  return {...options}
}

/** Undefined for what does not prove that a passkey was made for this challenge and party. */
export async function verifyMade(
  made: PasskeyConfirmation['passkey'],
  challenge: string,
  party: RelyingParty,
): Promise<StoredPasskey | undefined> {
  const {verifyRegistrationResponse} = await webAuthn()
  const {transports = [], ...response} = made.response
  try {
    const {registrationInfo} = await verifyRegistrationResponse({
      response: {...made, response, clientExtensionResults: {}},
      ...expected(challenge, party),
    })
    if (registrationInfo === undefined) return undefined
    const {id, publicKey, counter} = registrationInfo.credential
    return {id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports}
  } catch {
    // The library throws plain errors for whatever does not fit, and for bytes that can't be read.
    return undefined
  }
}

/** The new use count of the passkey; undefined for anything but its answer to this challenge for this party. */
export async function verifyAnswer(
  answer: PasskeyAnswer,
  {id, publicKey, counter, transports}: StoredPasskey,
  challenge: string,
  party: RelyingParty,
): Promise<number | undefined> {
  const {verifyAuthenticationResponse} = await webAuthn()
  try {
    const {verified, authenticationInfo} = await verifyAuthenticationResponse({
      response: {...answer, clientExtensionResults: {}},
      credential: {id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter, transports},
      ...expected(challenge, party),
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws plain errors for whatever does not fit, and for bytes that can't be read.
    return undefined
  }
}

const expected = (challenge: string, {origin, id}: RelyingParty) => ({
  expectedChallenge: Buffer.from(challenge).toString('base64url'),
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: false,
})
