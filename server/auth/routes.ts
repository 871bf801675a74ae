import type {FastifyPluginAsync, FastifyReply, FastifyRequest} from 'fastify'
import {type EpochMs, errorBody} from '../../contract/wire/common'
import {openWallLink} from '../../contract/wire/entities/wallLink'
import {answerSecondFactor, loginRefusal} from '../../contract/wire/people/secondFactor'
import {type LoginBody, refreshTokens, signIn, signOut} from '../../contract/wire/people/session'
import {type AccountAttempt, createAttempts} from '../access/attempts'
import {countRefusals} from '../access/countRefusals'
import {createGrowingDelay} from '../access/growingDelay'
import type {KnownAddresses} from '../access/knownAddresses'
import {ACCESS_COOKIE, REFRESH_COOKIE, type TokenCookies} from '../http/browser/cookies'
import {relyingPartyOf} from '../http/browser/relyingParty'
import {HttpError, unauthorised} from '../http/failures/errors'
import {networkOf} from '../http/network'
import {createRateLimiter, type RateLimits} from '../http/rateLimits'
import {serving} from '../http/serve'
import type {SecondFactorRepository} from '../secondFactor/repository'
import {maySignIn, toCurrentUser, type User, type UserRepository} from '../user/repository'
import {toCurrentUser as asCurrentUser, type WallLinkRepository} from '../wallLink/repository'
import type {Passwords} from './passwords'
import {MAX_FAILED_SIGN_INS, type Refusals, type SignInRefusal} from './refusals'
import type {SessionRepository} from './repository'
import type {TokenPair} from './tokenPair'

export interface AuthOptions {
  users: UserRepository
  sessions: SessionRepository
  refusals: Refusals
  wallLinks: Pick<WallLinkRepository, 'findByToken'>
  secondFactors: Pick<SecondFactorRepository, 'challenge' | 'findChallenged' | 'answer'>
  cookies: TokenCookies
  passwords: Pick<Passwords, 'hash' | 'isOutdated' | 'matching'>
  rateLimits: RateLimits
  known: KnownAddresses
  onSessionEnded: (sessionId: string) => void
  now: () => EpochMs
}

export const authRoutes: FastifyPluginAsync<AuthOptions> = async (app, options) => {
  const {users, sessions, refusals, wallLinks, secondFactors, cookies, passwords} = options
  const {rateLimits, known, onSessionEnded, now} = options
  const {loginAccount, loginAddress} = rateLimits
  const attempts = createAttempts({accountLimit: loginAccount, addressLimit: loginAddress, known, now})
  const codeAttempts = createAttempts({accountLimit: loginAccount, addressLimit: loginAddress, known, now})
  const wallsByAddress = createGrowingDelay(loginAddress, now)
  const refreshesByAddress = createGrowingDelay(rateLimits.refreshAddress, now)
  const refreshesBySession = createRateLimiter(rateLimits.refreshSession)
  const serve = serving(app, 'auth')
  const refused = {401: errorBody, 429: errorBody}

  serve({...signIn, refusals: {...refused, 401: loginRefusal}}, async (request, reply) => {
    const email = asStored(request.body.email)
    const accounts = await users.findAllByEmail(email)
    const attempt = attempts.begin(namesOf(accounts, email), request.ip)
    const owner = await countRefusals(attempt, () => checkPassword(request, {email, accounts, attempt})).catch(
      error => {
        attempt.requireNoneWaits()
        throw error
      },
    )
    const {id: userId, passwordHash} = owner
    const secondFactor = await secondFactors.challenge({userId, passwordHash}, relyingPartyOf(request))
    if (secondFactor !== undefined) return reply.code(401).send({message: SECOND_STEP, secondFactor})
    return answerSignedIn(reply, await countRefusals(attempt, () => open(request, owner, false)), attempt)
  })

  serve({...answerSecondFactor, refusals: {...refused, 410: errorBody}}, async (request, reply) => {
    const {challenge} = request.body
    const challenged = await secondFactors.findChallenged(challenge)
    const found = challenged && (await users.find(challenged.userId))
    const attempt = codeAttempts.begin([found?.id ?? challenge], request.ip)
    const signedIn = await countRefusals(attempt, async () => {
      if (challenged === undefined || found === undefined) throw new HttpError(410, TOO_LATE)
      if (isClosed(request, found)) return refuse(request, found, 'closed', [])
      const isRight = await secondFactors.answer(request.body, relyingPartyOf(request))
      if (!isRight) return refuse(request, found, 'secondFactor')
      return open(request, {...found, passwordHash: challenged.passwordHash}, true)
    })
    return answerSignedIn(reply, signedIn, attempt)
  })

  serve({...signOut, refusals: {}}, async (request, reply) => {
    const ended = await sessions.endByTokens(tokensOf(request), request.ip)
    ended.forEach(onSessionEnded)
    cookies.clear(reply)
  })

  serve({...refreshTokens, refusals: refused}, async (request, reply) => {
    const attempt = refreshesByAddress.begin(networkOf(request.ip))
    cookies.set(reply, await countRefusals(attempt, () => refresh(request, reply)))
  })

  serve({...openWallLink, refusals: {...refused, 410: errorBody}}, async (request, reply) => {
    const attempt = wallsByAddress.begin(networkOf(request.ip))
    const link = await countRefusals(attempt, () => workingLink(request))
    const {tokens, endedSessionIds} = await sessions.openWall({
      link,
      replacedTokens: tokensOf(request),
      ...callingFrom(request),
    })
    endedSessionIds.forEach(onSessionEnded)
    cookies.set(reply, tokens)
    return asCurrentUser(link)
  })

  async function workingLink({body, ip}: FastifyRequest<{Body: {token: string}}>) {
    const link = await wallLinks.findByToken(body.token)
    if (link !== undefined && link.revokedAt === null) return link
    await refusals.record({owner: undefined, reason: 'wallLink', address: ip, guessedAt: []})
    throw link === undefined
      ? unauthorised('This is not a wall link.')
      : new HttpError(410, 'This wall link was revoked.')
  }

  async function refresh(request: FastifyRequest, reply: FastifyReply): Promise<TokenPair> {
    const rotation = await sessions.rotate({
      refreshToken: request.cookies[REFRESH_COOKIE] ?? '',
      admit: refreshesBySession.consume,
      ...callingFrom(request),
    })
    if (rotation.outcome === 'rotated') return rotation.tokens
    if (rotation.outcome === 'reused') onSessionEnded(rotation.sessionId)
    cookies.clear(reply)
    throw unauthorised('The session has ended.')
  }

  /**
   * Takes equally long for known and unknown emails, so that the time doesn't reveal which exist. Where an email has
   * accounts in several organisations, the password decides between them; of those with the same password it is the one
   * that was used last.
   */
  async function checkPassword(
    request: FastifyRequest<{Body: LoginBody}>,
    {email, accounts, attempt}: {email: string; accounts: readonly User[]; attempt: AccountAttempt},
  ): Promise<User> {
    const {password} = request.body
    const open = accounts.filter(({id}) => attempt.mayOpen(id))
    const matching = await passwords.matching(email, password, open)
    const found = matching.find(maySignIn) ?? matching[0] ?? open[0]
    const isRight = found !== undefined && matching.includes(found)
    const refusal = whyRefused(found, isRight) ?? (found && isClosed(request, found) ? 'closed' : undefined)
    attempt.isRightFor(matching.map(({id}) => id))
    if (found === undefined || refusal !== undefined) {
      const guessedAt = open.filter(account => !matching.includes(account))
      return refuse(request, found, refusal ?? 'unknown', guessedAt)
    }
    return {...found, passwordHash: await strengthen(found, password, accounts)}
  }

  async function open(request: FastifyRequest, owner: User, isStrong: boolean) {
    const signIn = {owner, isStrong, replacedTokens: tokensOf(request), ...callingFrom(request)}
    const signedIn = await sessions.open(signIn)
    if (signedIn === undefined) return refuse(request, owner, 'password')
    return {...signedIn, user: {...owner, lastLogin: signedIn.lastLogin}}
  }

  /** Callers who share a network with the owner may go on, and wait longer and longer. */
  const isClosed = ({ip}: FastifyRequest, {id, failedSignIns}: User) =>
    failedSignIns >= MAX_FAILED_SIGN_INS && !known.has(id, ip)

  function answerSignedIn(
    reply: FastifyReply,
    {user, tokens, endedSessionIds, needsSecondFactor}: Awaited<ReturnType<typeof open>>,
    attempt: Pick<AccountAttempt, 'succeeded'>,
  ) {
    attempt.succeeded(user.id)
    endedSessionIds.forEach(onSessionEnded)
    cookies.set(reply, tokens)
    return toCurrentUser(user, {additions: app.hasAdditions, needsSecondFactor})
  }

  async function refuse(
    {ip}: FastifyRequest,
    owner: User | undefined,
    reason: SignInRefusal,
    guessedAt: readonly User[] = owner ? [owner] : [],
  ): Promise<never> {
    await refusals.record({owner, reason, address: ip, guessedAt: guessedAt.map(({id}) => id)})
    if (reason === 'secondFactor') throw unauthorised(WRONG_CODE)
    throw unauthorised(reason === 'unverified' ? UNVERIFIED : REFUSED)
  }

  async function strengthen(found: User, password: string, accounts: readonly User[]): Promise<string> {
    if (!passwords.isOutdated(found.passwordHash, accounts)) return found.passwordHash
    const passwordHash = await passwords.hash(found.email, password)
    await users.replacePasswordHash(found, passwordHash)
    return passwordHash
  }
}

const REFUSED = 'Failed to login. Please check your credentials.'
const SECOND_STEP = 'Your password is right. Sign in with your second factor, too.'
const WRONG_CODE = 'This code or passkey is not right, or was used already.'
const TOO_LATE = 'The time for the code is over. Sign in again.'
const UNVERIFIED = 'Please verify your email to login.'

const namesOf = (accounts: readonly User[], email: string) =>
  accounts.length > 0 ? accounts.map(({id}) => id) : [email]

function whyRefused(found: User | undefined, isRight: boolean): SignInRefusal | undefined {
  if (found === undefined) return 'unknown'
  if (found.userDeleted) return 'deleted'
  if (!isRight) return 'password'
  return found.isVerified ? undefined : 'unverified'
}

const asStored = (email: string) => email.trim().normalize('NFC').toLowerCase()

const callingFrom = ({ip, headers}: FastifyRequest) => ({address: ip, userAgent: headers['user-agent']})

/** Most calls don't get the refresh cookie because of its path. Either cookie identifies the session. */
function tokensOf({cookies}: FastifyRequest): string[] {
  return [cookies[ACCESS_COOKIE], cookies[REFRESH_COOKIE]].filter(token => token !== undefined)
}
