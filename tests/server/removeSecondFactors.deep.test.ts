import {eq} from 'drizzle-orm'
import {expect, it} from 'vitest'
import {session, totp} from '../../server/database/schema/account'
import {audit} from '../../server/database/schema/audit'
import {mail} from '../../server/database/schema/mail'
import {user} from '../../server/database/schema/user'
import {seedUser} from '../support/app'
import {runScript} from '../support/command'
import {createDataDir} from '../support/dataDir'
import {inDatabase} from '../support/preparedData'

const EMAIL = 'root@works.test'
const run = (parameters: readonly string[], dataDir: string) => runScript('remove-second-factors', parameters, dataDir)

it('lets an admin who has lost all in again, and says so', async () => {
  const dataDir = await createDataDir()
  await inDatabase(dataDir, async database => {
    const {id: userId} = await seedUser(database, {email: EMAIL})
    await database.db.insert(totp).values({userId, secret: 'GEZDGNBV', createdAt: 0, confirmedAt: 0})
    await database.db.insert(session).values({userId, createdAt: 0, isStrong: true})
  })

  expect(await run(['ROOT@works.test'], dataDir)).toEqual({
    code: 0,
    said: 'Removed the second factors of ROOT@works.test. The password alone signs in until there is a new one.\n',
  })

  await inDatabase(dataDir, async ({db}) => {
    expect(await db.select().from(totp)).toEqual([])
    expect(await db.select().from(session)).toMatchObject([{endedAt: expect.any(Number)}])
    expect(await db.select().from(mail)).toMatchObject([{kind: 'secondFactorRemoved', email: EMAIL}])
    const [admin] = await db.select().from(user).where(eq(user.email, EMAIL))
    expect(await db.select().from(audit)).toMatchObject([{action: 'secondFactor.removed', entityId: admin?.id}])
  })
  expect(await run([EMAIL], dataDir)).toEqual({code: 1, said: `No account of ${EMAIL} has a second factor.\n`})
})

it('wants one email', async () => {
  for (const parameters of [[], ['root'], [EMAIL, EMAIL]])
    expect(await run(parameters, '/nowhere')).toMatchObject({code: 1, said: expect.stringContaining('Name one email')})
})
