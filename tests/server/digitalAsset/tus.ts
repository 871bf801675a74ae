import {expect} from 'vitest'
import {cookieHeader, signIn} from '../../support/app'
import {originOf} from '../../support/bareSocket'
import {mp4} from '../../support/video'
import type {FileWorld} from './world'

type Sender = 'plant' | 'noc'

/** Speaks the protocol as the organisation's admin by default. */
export interface Tus {
  cookie: string
  ask(method: string, path: string, headers?: Record<string, string>, body?: Buffer, who?: Sender): Promise<Response>
  create(fields: Record<string, string>, length: number): Promise<Response>
  /** Returns the address of the upload. */
  created(fields?: Record<string, string>, length?: number): Promise<string>
  send(at: string, offset: number, bytes: Buffer, who?: Sender): Promise<Response>
  offsetOf(at: string): Promise<string | null>
}

export const PATH = '/api/v0/digitalAssets/resumable'
/** The bytes of an upload when the test gives none. */
export const BYTES = mp4(300_000)

export async function createTus({app}: FileWorld): Promise<Tus> {
  await app.listen({host: '127.0.0.1', port: 0})
  const cookieOf = async (who: Sender) => cookieHeader(await signIn(app, `${who}@t.test`))
  const cookies = {plant: await cookieOf('plant'), noc: await cookieOf('noc')}
  const tus: Tus = {
    cookie: cookies.plant,
    ask: (method, path, headers = {}, body, who = 'plant') =>
      fetch(new URL(path, originOf(app).origin), {
        method,
        headers: {'tus-resumable': '1.0.0', cookie: cookies[who], ...headers},
        ...(body && {body: new Uint8Array(body)}),
      }),
    create: (fields, length) =>
      tus.ask('POST', PATH, {
        'upload-length': String(length),
        'upload-metadata': metadataOf({filename: 'a.mp4', ...fields}),
      }),
    async created(fields = {}, length = BYTES.length) {
      const answer = await tus.create(fields, length)
      expect(answer.status).toBe(201)
      return answer.headers.get('location') ?? ''
    },
    send: (at, offset, bytes, who) =>
      tus.ask(
        'PATCH',
        at,
        {'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream'},
        bytes,
        who,
      ),
    offsetOf: async at => (await tus.ask('HEAD', at)).headers.get('upload-offset'),
  }
  return tus
}

const metadataOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
