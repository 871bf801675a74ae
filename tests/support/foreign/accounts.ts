import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify'
import {checkBody, refuse} from './checks'
import {type Fields, type ForeignStore, newId} from './store'

const REFRESH_PATH = '/api/v0/auth/refresh-token'
const PROFILE_FIELDS = [
  ...['name', 'surname', 'addressLine1', 'addressLine2', 'postcode', 'city'],
  ...['customer_type', 'temperature_unit', 'isCompleted'],
]
/** The token of each link that it sends by mail. */
export const MAILED_TOKEN = 'a-token-by-mail'

/** Sign-in by cookies, registration and the rest of the accounts. What needs a session asks `userOf`. */
export function addAccounts(app: FastifyInstance, store: ForeignStore) {
  const {entities, profiles, access, refresh} = store

  app.post('/api/v0/auth/login', async (request, reply) => {
    const {email, password} = checkBody(request, {required: ['email', 'password']})
    const [id] = [...entities.user].find(([, user]) => user.email === email && user.password === password) ?? []
    if (id === undefined) throw refuse(401, 'We do not know you by this password.')
    giveAccess(reply, id)
    const token = newId()
    refresh.set(token, id)
    reply.setCookie('refreshToken', token, {path: REFRESH_PATH, httpOnly: true})
    return {}
  })
  app.post(REFRESH_PATH, async (request, reply) => {
    const id = refresh.get(request.cookies.refreshToken ?? '')
    if (id === undefined) throw refuse(401, 'Please sign in.')
    giveAccess(reply, id)
    return reply.code(204).send()
  })
  app.post('/api/v0/auth/logout', async (request, reply) => {
    access.delete(request.cookies.accessToken ?? '')
    reply.clearCookie('accessToken', {path: '/'}).clearCookie('refreshToken', {path: REFRESH_PATH})
    return {message: 'Bye.'}
  })
  app.get('/api/v0/user', async request => {
    const {authority, organisation_id} = entities.user.get(userOf(request, store)) ?? {}
    return {authority, organisation_id}
  })

  app.post('/api/v0/user/register/', async request => {
    const {email, password, password2} = checkBody(request, {required: ['email', 'password', 'password2']})
    if (password !== password2) throw refuse(400, 'The passwords differ.')
    store.add('user', {email, password, authority: 'CUSTOMER_USER', organisation_id: null, userDeleted: false})
    return {message: 'saved'}
  })
  app.post('/api/users/password_reset/', async request => {
    checkBody(request, {required: ['email']})
    return {}
  })
  app.post<{Querystring: {token?: string}}>('/api/users/password_reset/confirm/', async (request, reply) => {
    const {token} = checkBody(request, {required: ['token', 'password']})
    if (token !== MAILED_TOKEN || request.query.token !== token) throw refuse(400, 'This link is too old.')
    return reply.code(204).send()
  })
  app.get<{Querystring: {token?: string}}>('/api/users/verify-email/', async (request, reply) => {
    if (request.query.token !== MAILED_TOKEN) throw refuse(400, 'This link is too old.')
    return reply.send()
  })

  for (const path of ['/api/v0/users/profile', '/api/v0/users/profile/']) {
    app.get(path, async request => {
      const profile = profiles.get(userOf(request, store))
      if (profile === undefined) throw refuse(404, 'You have no profile.')
      return profile
    })
  }
  app.post('/api/v0/users/profile', async (request, reply) => {
    if (profiles.has(userOf(request, store))) throw refuse(409, 'You have a profile.')
    profiles.set(userOf(request, store), checkBody(request, {required: PROFILE_FIELDS}))
    return reply.code(201).send()
  })
  app.put('/api/v0/users/profile', async (request, reply) => {
    if (!profiles.has(userOf(request, store))) throw refuse(404, 'You have no profile.')
    profiles.set(userOf(request, store), checkBody(request, {required: PROFILE_FIELDS}))
    return reply.code(204).send()
  })

  function giveAccess(reply: FastifyReply, userId: string) {
    const token = newId()
    access.set(token, userId)
    reply.setCookie('accessToken', token, {path: '/', httpOnly: true})
  }
}

/** The id of the user who is signed in; refused with 401 without one. */
export function userOf(request: FastifyRequest, {access, entities}: ForeignStore): string {
  const id = access.get(request.cookies.accessToken ?? '')
  if (id === undefined || !entities.user.has(id)) throw refuse(401, 'Please sign in.')
  return id
}

/** The organisation of the user who is signed in; undefined for a system admin, who sees all. */
export function organisationOf(request: FastifyRequest, store: ForeignStore): unknown {
  const user: Fields = store.entities.user.get(userOf(request, store)) ?? {}
  return user.authority === 'SYS_ADMIN' ? undefined : user.organisation_id
}
