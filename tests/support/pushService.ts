import {execFileSync} from 'node:child_process'
import {createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify} from 'node:crypto'
import {once} from 'node:events'
import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import type {IncomingHttpHeaders, RequestListener} from 'node:http'
import {createServer} from 'node:https'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {buffer} from 'node:stream/consumers'
import type {PushMessage} from '../../contract/wire/people/push'
import {createInbox} from './inbox'
import {portOf} from './portOf'
import {findProgram} from './programs'

/** A browser's side of a subscription (RFC 8291). */
export interface Subscriber {
  path: string
  subscription: {endpoint: string; keys: {p256dh: string; auth: string}}
  curve: ECDH
  auth: Buffer
}

export interface PushCall {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A status, and how long to leave it alone; null never answers. */
export type PushReply = {status: number; retryAfter?: number} | null

/** A push service on a free port of this machine, by https, with an answer for each subscriber. */
export async function startPushService() {
  const {key, certificate} = makeCertificate()
  const inbox = createInbox<PushCall>()
  const replies = new Map<string, PushReply>()
  const answer: RequestListener = async (request, response) => {
    const path = request.url ?? ''
    inbox.put({path, headers: request.headers, body: await buffer(request)})
    const reply = replies.get(path)
    if (reply === null) return
    const {status, retryAfter} = reply ?? {status: 201}
    response.writeHead(status, retryAfter === undefined ? {} : {'retry-after': String(retryAfter)}).end()
  }
  const server = createServer({key, cert: certificate}, answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `https://localhost:${portOf(server)}`
  let made = 0
  return {
    ca: certificate,
    origin,
    calls: inbox.items,
    next: inbox.next,
    subscriber(): Subscriber {
      const curve = createECDH('prime256v1')
      curve.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${made++}-${randomBytes(8).toString('hex')}`
      const keys = {p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url')}
      return {path, subscription: {endpoint: origin + path, keys}, curve, auth}
    },
    reply: (to: Subscriber, reply: PushReply) => void replies.set(to.path, reply),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Decrypts a call as a browser does: RFC 8188 with the keys of RFC 8291. Throws for a body that it could not read. */
export function decrypted({curve, auth}: Subscriber, {headers, body}: PushCall): PushMessage {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('A browser knows no other encryption')
  const salt = body.subarray(0, 16)
  const senderLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + senderLength)
  const sealed = body.subarray(21 + senderLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender])
  const ikm = derive(curve.computeSecret(sender), auth, info, 32)
  const key = derive(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  return JSON.parse(padded.subarray(0, end).toString())
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** The claims of the server that calls (RFC 8292), whose signature must be by this public key. */
export function claimsOf({headers: {authorization = ''}}: PushCall, publicKey: string) {
  const {token = '', key} = /^vapid t=(?<token>[^,]+), ?k=(?<key>[\w-]+)$/.exec(authorization)?.groups ?? {}
  if (key !== publicKey) throw new Error('Another key was sent than browsers subscribe with')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const verifier = createPublicKey({key: {kty: 'EC', crv: 'P-256', x, y}, format: 'jwk'})
  const signed = Buffer.from(`${head}.${claims}`)
  const by = {key: verifier, dsaEncoding: 'ieee-p1363'} as const
  if (!verify('sha256', signed, by, Buffer.from(signature, 'base64url'))) throw new Error('The signature is wrong')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'pulsewall-push-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync(
    findProgram('openssl') ?? '',
    ['req', '-x509', ...curve, '-keyout', key, '-out', certificate, ...named],
    {stdio: 'ignore'},
  )
  const made = {key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8')}
  rmSync(folder, {recursive: true})
  return made
}
