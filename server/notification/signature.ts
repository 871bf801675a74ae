import {createHmac} from 'node:crypto'
import type {EpochMs} from '../../contract/wire/common'

/** Signs what a webhook is sent as the Standard Webhooks do: `<id>.<seconds>.<body>` by HMAC-SHA256. */
export function signedHeaders(secret: string, id: string, at: EpochMs, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', keyIn(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}`}
}

const PREFIX = 'whsec_'

const keyIn = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret)
