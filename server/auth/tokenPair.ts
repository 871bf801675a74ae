import {createHmac} from 'node:crypto'
import type {Database} from '../database/connect'
import {createSigningSecret, createToken} from '../http/secrets'

export interface TokenPair {
  access: string
  refresh: string
}

export const createTokens = (): TokenPair => ({access: createToken(), refresh: createToken()})

/** The pair that a refresh token is exchanged for: always the same one, which only this server can derive. */
export type SuccessorOf = (refreshToken: string) => TokenPair

/**
 * Tokens are stored as hashes, so a pair that must be sent once more is derived again. Call the returned function
 * outside of a transaction: it may need a connection of its own.
 */
export function createSuccessors(database: Pick<Database, 'db'>): () => Promise<SuccessorOf> {
  const secret = createSigningSecret(database, 'refresh')
  return async () => {
    const key = await secret()
    return refreshToken => {
      const derive = (kind: string) => createHmac('sha256', key).update(`${kind} ${refreshToken}`).digest('base64url')
      return {access: derive('access'), refresh: derive('refresh')}
    }
  }
}
