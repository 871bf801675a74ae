import {createHash, randomBytes} from 'node:crypto'

const TOKEN_BYTES = 32

export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** The database stores only this hash of a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
