import {createECDH} from 'node:crypto'
import type {Database} from '../../database/connect'
import {once} from '../../http/once'
import {createSigningSecret} from '../../http/secrets'

/** By which push services know the server (RFC 8292), and browsers that a message is of it. In base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** Subscriptions are bound to the keys, so all servers of a database have the same, and backups hold them. */
export function createPushKeys(database: Pick<Database, 'db'>): () => Promise<PushKeys> {
  const secret = createSigningSecret(database, 'push')
  return once(async () => {
    // Of 4,294,967,296 random texts of 32 bytes all but one are a private key of this curve.
    const privateKey = await secret()
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(privateKey, 'base64url')
    return {privateKey, publicKey: curve.getPublicKey().toString('base64url')}
  })
}
