import {createECDH} from 'node:crypto'
import type {Database} from '../../database/connect'
import {once} from '../../http/once'
import {createSigningSecret} from '../../http/secrets'

/** The keys by which push services know the server (RFC 8292), and browsers its messages. In base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** Subscriptions are bound to the keys, so all servers of a database have the same, and backups hold them. */
export function createPushKeys(database: Pick<Database, 'db'>): () => Promise<PushKeys> {
  const secret = createSigningSecret(database, 'push')
  return once(async () => {
    // All but one of 4,294,967,296 random texts of 32 bytes are a private key of this curve.
    const privateKey = await secret()
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(privateKey, 'base64url')
    return {privateKey, publicKey: curve.getPublicKey().toString('base64url')}
  })
}
