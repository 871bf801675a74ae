import {createHash, createSign, generateKeyPairSync, randomBytes} from 'node:crypto'
import {isoCBOR} from '@simplewebauthn/server/helpers'

/** The part of the options of WebAuthn that such a device reads. */
interface Asked {
  challenge: string
  rp?: {id: string}
  rpId?: string
}

interface Page {
  /** The origin of the page that asks. */
  origin: string
  /** The host name that the page claims; by itself the one that was asked for. */
  rpId?: string
}

const PRESENT = 0b1
const ATTESTED = 0b100_0000

/** A security key in software: it makes one passkey (ES256, attested by nobody) and answers with it. */
export function createAuthenticator() {
  const {publicKey, privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'})
  const {x = '', y = ''} = publicKey.export({format: 'jwk'})
  const id = randomBytes(32)
  let uses = 0

  const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

  function dataOf({rp, rpId}: Asked, page: Page, flags: number, more = Buffer.alloc(0)) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(uses++)
    return Buffer.concat([sha256(page.rpId ?? rp?.id ?? rpId ?? ''), Buffer.of(flags), counter, more])
  }

  const clientData = (type: string, {challenge}: Asked, {origin}: Page) =>
    Buffer.from(JSON.stringify({type, challenge, origin, crossOrigin: false}))

  const answer = <Response>(response: Response) => ({
    id: encoded(id),
    rawId: encoded(id),
    type: 'public-key' as const,
    response,
  })

  return {
    id: encoded(id),

    /** As `navigator.credentials.create` does. */
    make(options: Asked, page: Page) {
      const key = new Map<number, number | Uint8Array>([
        ...[[1, 2] as const, [3, -7] as const, [-1, 1] as const],
        ...[[-2, new Uint8Array(Buffer.from(x, 'base64url'))] as const],
        ...[[-3, new Uint8Array(Buffer.from(y, 'base64url'))] as const],
      ])
      const length = Buffer.from([0, id.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)])
      const authData = new Uint8Array(dataOf(options, page, PRESENT | ATTESTED, attested))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return answer({
        clientDataJSON: encoded(clientData('webauthn.create', options, page)),
        attestationObject: encoded(isoCBOR.encode(attestation as never)),
        transports: ['usb'],
      })
    },

    /** As `navigator.credentials.get` does. */
    answer(options: Asked, page: Page) {
      const client = clientData('webauthn.get', options, page)
      const data = dataOf(options, page, PRESENT)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return answer({
        clientDataJSON: encoded(client),
        authenticatorData: encoded(data),
        signature: encoded(signature),
      })
    },
  }
}
