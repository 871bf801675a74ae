import type {PasskeyAnswer, PasskeyConfirmation} from '../../../contract/wire/people/secondFactor'
import type {WebAuthnOptions} from '../../domain/account/secondFactor'

const browser = () => import('@simplewebauthn/browser')
type Browser = Awaited<ReturnType<typeof browser>>

/** Lets the browser make a passkey. Rejects when the user does not go on, and with a browser that can't. */
export async function makePasskey(options: WebAuthnOptions): Promise<PasskeyConfirmation['passkey']> {
  const {startRegistration} = await browser()
  // The server wrote them for the browser, and nobody between reads them.
  const optionsJSON = options as unknown as Parameters<Browser['startRegistration']>[0]['optionsJSON']
  const {id, rawId, type, response} = await startRegistration({optionsJSON})
  const {clientDataJSON, attestationObject, transports} = response
  return {id, rawId, type, response: {clientDataJSON, attestationObject, ...(transports && {transports})}}
}

/** Lets the browser answer with a passkey. Rejects as `makePasskey` does. */
export async function answerByPasskey(options: WebAuthnOptions): Promise<PasskeyAnswer> {
  const {startAuthentication} = await browser()
  const optionsJSON = options as unknown as Parameters<Browser['startAuthentication']>[0]['optionsJSON']
  const {id, rawId, type, response} = await startAuthentication({optionsJSON})
  const {clientDataJSON, authenticatorData, signature} = response
  return {id, rawId, type, response: {clientDataJSON, authenticatorData, signature}}
}
