import {expect, vi} from 'vitest'
import type {Milliseconds} from '../../../contract/wire/common'
import {mail} from '../../../server/database/schema/mail'
import {createTestApp} from '../../support/app'
import {collectLetters} from '../../support/letters'

/** The features by which a caller can distinguish answers. */
export interface Answer {
  status: number
  /** Undefined where a login succeeds. */
  message: string | undefined
}

export type AccountWorld = Awaited<ReturnType<typeof createAccountWorld>>

/** A server whose letters are read, and callers who come from `address.now`. */
export async function createAccountWorld(options: Parameters<typeof createTestApp>[0] = {}) {
  const letters = collectLetters()
  const test = await createTestApp({mailTransport: letters.transport, publicOrigin: ORIGIN, ...options})
  const clock: Readonly<typeof test.clock> = test.clock
  const address = {now: '10.0.0.1'}

  async function ask(url: string, body?: object): Promise<Answer> {
    const method = body === undefined ? 'GET' : 'POST'
    const answer = await test.app.inject({method, url, remoteAddress: address.now, ...(body && {body})})
    return {status: answer.statusCode, message: answer.json().message}
  }

  return {
    ...test,
    clock,
    letters,
    address,
    ask,
    register: (email: string, password: string, password2 = password) =>
      ask('/api/v0/user/register/', {email, password, password2}),
    verify: (token: string) => ask(`/api/users/verify-email/?token=${encodeURIComponent(token)}`),
    requestReset: (email: string) => ask('/api/users/password_reset/', {email}),
    confirmReset: (token: string, password: string) =>
      ask(`/api/users/password_reset/confirm/?token=${encodeURIComponent(token)}`, {token, password}),
    login: (email: string, password: string) => ask('/api/v0/auth/login', {email, password}),
    /** The token in the link of the oldest letter that was not read yet. */
    nextToken: async () => new URL((await letters.next()).link).searchParams.get('token') ?? '',
    /** Lets time pass when no letter is under way: one that seems to have been for long is sent once more. */
    async pass(time: Milliseconds) {
      await vi.waitFor(async () => expect(await test.database.db.select().from(mail)).toEqual([]))
      test.clock.now += time
    },
  }
}

const ORIGIN = 'https://wall.works.test'

/** The answer to every worthless link. */
export const WORTHLESS: Answer = {status: 400, message: 'This link is not valid any more.'}
