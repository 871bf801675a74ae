import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {type AccountMail, createAccountEmails} from '../../../server/account/emails'
import type {Database} from '../../../server/database/connect'
import {linkToken} from '../../../server/database/schema/account'
import {user} from '../../../server/database/schema/user'
import {hashToken} from '../../../server/http/secrets'
import {renderEmail} from '../../../server/mail/queue'
import {createMailRepository, type Email, type MailRequest} from '../../../server/mail/repository'
import {createUserRepository} from '../../../server/user/repository'
import {seedUser} from '../../support/app'
import {createTestDatabase} from '../../support/database'

const HOUR = 60 * 60 * 1000
const NOW = Date.UTC(2025, 10, 21, 9, 2)
const ORIGIN = 'https://pulsewall.test'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.db.delete(user))

const tokens = () => database.db.select().from(linkToken)

const users = () => createUserRepository({database, endSessions: async () => [], onSessionEnded() {}})

interface Written {
  email: Email
  discard(): Promise<void>
}

/** Returns the draft of a queued request. */
async function draftOf(request: MailRequest & Pick<AccountMail, 'kind'>) {
  const mails = createMailRepository(database, () => NOW)
  await mails.enqueue(database.db, request)
  const queued = await mails.claimDue(HOUR)
  if (queued === undefined) throw new Error('Nothing was queued')
  await mails.delete(queued.id)
  const compose = createAccountEmails({database, users: users(), now: () => NOW, publicOrigin: () => ORIGIN})
  const draft = await compose({...queued, kind: request.kind})
  return draft && {email: renderEmail(draft), discard: draft.discard}
}

/** The token of the draft's link, which must be in both forms of its letter. */
function tokenOf(draft: Written | undefined): string {
  const token = /\?token=([\w-]{43})$/.exec(draft?.email.link ?? '')?.[1]
  if (draft === undefined || token === undefined) throw new Error('There is no token')
  expect(draft.email.text).toContain(`\n${draft.email.link}\n`)
  expect(draft.email.html).toContain(`<a href="${draft.email.link}">`)
  return token
}

describe('an email to verify an address', () => {
  it('has a link for a day, which holds the password it was asked for', async () => {
    const {id: userId} = await seedUser(database, {email: 'jürgen+x@works.test', isVerified: false})

    const draft = await draftOf({kind: 'verification', email: 'jürgen+x@works.test', passwordHash: 'the hash'})

    const token = tokenOf(draft)
    expect(draft?.email).toMatchObject({
      to: 'jürgen+x@works.test',
      subject: 'Verify your email for Pulsewall',
      link: `${ORIGIN}/verification?token=${token}`,
    })
    expect(draft?.email.text).toContain('until 22 November 2025 at 09:02 UTC')
    expect(await tokens()).toEqual([
      {
        hash: hashToken(token),
        kind: 'verification',
        userId,
        email: null,
        passwordHash: 'the hash',
        createdAt: NOW,
        expiresAt: NOW + 24 * HOUR,
      },
    ])
  })

  it('says that there is an account when there is one, and has no token', async () => {
    await seedUser(database, {email: 'ada@works.test'})

    const draft = await draftOf({kind: 'verification', email: 'ada@works.test', passwordHash: 'the hash'})

    expect(draft?.email).toMatchObject({
      to: 'ada@works.test',
      subject: 'You already have an account at Pulsewall',
      link: `${ORIGIN}/login`,
    })
    expect(draft?.email.text).toContain(`${ORIGIN}/passwordReset`)
    expect(draft?.email.text).not.toContain('token')
    expect(await tokens()).toEqual([])
  })
})

describe('an email to reset a password', () => {
  it.each([true, false])('has a link for an hour (isVerified: %s)', async isVerified => {
    const {id: userId} = await seedUser(database, {email: 'ada@works.test', isVerified})

    const draft = await draftOf({kind: 'passwordReset', email: 'ada@works.test'})

    const token = tokenOf(draft)
    expect(draft?.email).toMatchObject({
      to: 'ada@works.test',
      subject: 'Set a new password for Pulsewall',
      link: `${ORIGIN}/newPassword?token=${token}`,
    })
    expect(draft?.email.text).toContain('until 21 November 2025 at 10:02 UTC')
    expect(await tokens()).toEqual([
      {
        hash: hashToken(token),
        kind: 'passwordReset',
        userId,
        email: null,
        passwordHash: null,
        createdAt: NOW,
        expiresAt: NOW + HOUR,
      },
    ])
  })
})

describe('a letter', () => {
  it.each(['verification', 'passwordReset'] as const)(
    'of kind %s goes to nobody whose account is unknown or deleted',
    async kind => {
      await seedUser(database, {email: 'gone@works.test', userDeleted: true, isVerified: false})

      expect(await draftOf({kind, email: 'gone@works.test'})).toBeUndefined()
      expect(await draftOf({kind, email: 'nobody@works.test'})).toBeUndefined()
      expect(await tokens()).toEqual([])
    },
  )

  it.each(['verification', 'passwordReset'] as const)('of kind %s says what to do without having asked', async kind => {
    await seedUser(database, {email: 'ada@works.test', isVerified: false})

    const draft = await draftOf({kind, email: 'ada@works.test'})

    expect(draft?.email.text).toContain('If it was not you, ignore this mail')
    expect(draft?.email.html).toContain('If it was not you, ignore this mail')
  })

  it('that nobody got leaves no token, and the others alone', async () => {
    await seedUser(database, {email: 'ada@works.test', isVerified: false})
    const kept = tokenOf(await draftOf({kind: 'passwordReset', email: 'ada@works.test'}))
    const draft = await draftOf({kind: 'verification', email: 'ada@works.test'})

    await draft?.discard()

    expect((await tokens()).map(({hash}) => hash)).toEqual([hashToken(kept)])
  })

  it('can hold no HTML that a stranger wrote', () => {
    const evil = `"><script>alert('&')</script>`
    const harmless = '&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;'

    const {html} = renderEmail({
      to: 'ada@works.test',
      text: {
        subject: evil,
        before: [evil],
        list: [evil],
        link: {label: evil, url: `https://works.test/?a=1&b=${evil}`},
        after: [evil],
      },
    })

    expect(html.split('\n').filter(line => line.includes('script'))).toEqual([
      `<head><meta charset="utf-8"><title>${harmless}</title></head>`,
      `<p>${harmless}</p>`,
      `<ul><li>${harmless}</li></ul>`,
      `<p><a href="https://works.test/?a=1&amp;b=${harmless}">${harmless}</a></p>`,
      `<p>${harmless}</p>`,
    ])
  })
})
