import {createKnownAddresses} from '../../access/knownAddresses'
import {createMailLimit} from '../../access/mailLimit'
import {AccountRepository} from '../../account/repository'
import type {AuditTrail} from '../../audit/repository'
import {createRefuseBreached} from '../../auth/breachedPasswords'
import {createPasswords} from '../../auth/passwords'
import {createRequirePassword} from '../../auth/presentPassword'
import {SessionRepository} from '../../auth/repository'
import {createSigningSecret} from '../../http/secrets'
import type {ChangeBus} from '../../live/bus'
import {createMailRepository} from '../../mail/repository'
import {createPreferencesRepository} from '../../preferences/repository'
import {createUserRepository} from '../../user/repository'
import type {WallLinkRepository} from '../../wallLink/repository'
import type {Settings} from '../options'
import type {WebServer} from '../webServer'

interface PeopleOptions {
  audit: AuditTrail
  changes: ChangeBus
  wallLinks: WallLinkRepository
}

/** Users with their accounts, passwords and sessions. */
export function createPeople(settings: Settings, {app}: WebServer, {audit, changes, wallLinks}: PeopleOptions) {
  const {database, now, lifetimes, rateLimits, secondFactorRequired = [], breachedPasswordsUrl} = settings
  const sessions = new SessionRepository({database, lifetimes, audit, now, secondFactorRequired, walls: wallLinks})
  const users = createUserRepository({
    database,
    endSessions: sessions.endAllOf,
    onSessionEnded: id => void changes.emit('session.ended', id),
  })
  const salts = createSigningSecret(database, 'passwords')
  const mails = createMailRepository(database, now)
  const mailLimit = createMailLimit({rateLimits, now})
  return {
    sessions,
    users,
    salts,
    passwords: createPasswords({
      secret: salts,
      hashesOf: users.hashesOf,
      work: settings.passwordWork,
      refuseBreached:
        breachedPasswordsUrl === undefined
          ? undefined
          : createRefuseBreached(breachedPasswordsUrl, {warn: text => app.log.warn(text)}),
    }),
    requirePassword: createRequirePassword({users, limit: rateLimits.loginAccount, now}),
    accounts: new AccountRepository({database, now, mails, sessions, users, audit}),
    preferences: createPreferencesRepository({database, now, audit}),
    mails,
    limiting: {rateLimits, mailLimit, known: createKnownAddresses()},
  }
}

export type People = ReturnType<typeof createPeople>
