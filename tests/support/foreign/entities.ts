import type {FastifyInstance, FastifyReply} from 'fastify'
import {organisationOf, userOf} from './accounts'
import {checkBody, refuse} from './checks'
import type {Fields, ForeignKind, ForeignStore} from './store'

interface Habits {
  idName: '_id' | 'id'
  /** The field that is unique among all of the kind. */
  nameField: string
  /** The accepted field names; those in `needed` must be there when one is made. */
  fields: readonly string[]
  needed: readonly string[]
  createPath: string
  /** Answers a save. */
  saved(reply: FastifyReply, told: Fields): FastifyReply
}

const ADDRESS = ['address', 'address2', 'city', 'state', 'country', 'zip']

const HABITS: Readonly<Record<ForeignKind, Habits>> = {
  organisation: {
    idName: '_id',
    nameField: 'title',
    fields: [...ADDRESS, 'organisationProfileId', 'region', 'additional_info'],
    needed: ['title', 'email', 'phone'],
    createPath: '/api/v0/organisation',
    saved: reply => reply.code(201).send({}),
  },
  customer: {
    idName: 'id',
    nameField: 'email',
    fields: [...ADDRESS, 'title', 'phone', 'externalId', 'isPublic'],
    needed: ['email', 'organisation_id'],
    createPath: '/api/v0/customer',
    saved: reply => reply.code(204).send(),
  },
  user: {
    idName: '_id',
    nameField: 'email',
    fields: [],
    needed: ['email', 'password', 'authority', 'organisation_id'],
    createPath: '/api/v0/user/register',
    saved: reply => reply.send({message: 'saved'}),
  },
  device: {
    idName: '_id',
    nameField: 'name',
    fields: [
      ...['type', 'label', 'additional_info', 'device_data', 'customer_id', 'firmware_id', 'software_id'],
      ...['external_id', 'device_profile_id'],
    ],
    needed: ['name', 'organisation_id'],
    createPath: '/api/v0/device',
    saved: (reply, told) => reply.send(told),
  },
  asset: {
    idName: '_id',
    nameField: 'name',
    fields: ['type', 'additional_info', 'asset_profile_id', 'customer_id', 'external_id', 'parent_id'],
    needed: ['name', 'label', 'organisation_id'],
    createPath: '/api/v0/asset',
    saved: reply => reply.code(200).send(),
  },
}

const TIMES = ['createdAt', 'lastLogin']
const NOT_TOLD = ['password']
const USER_CHANGE = ['email', 'userDeleted', 'authority']

export function addEntities(app: FastifyInstance, store: ForeignStore) {
  addKind('organisation')
  addKind('customer')
  addKind('user')
  addKind('device')
  addKind('asset')
  addLists()

  function addKind(kind: ForeignKind) {
    const {needed, fields, createPath, saved} = HABITS[kind]
    const path = `/api/v0/${kind}/:id`
    app.post(createPath, async (request, reply) => {
      userOf(request, store)
      const body = checkBody(request, {required: needed, allowed: [...fields, 'createdAt']})
      if (isTaken(kind, body)) throw refuse(400, `There is a ${kind} by this name.`)
      const id = store.add(kind, kind === 'user' ? {...body, userDeleted: false} : body)
      return saved(reply, told(kind, id))
    })
    app.get<{Params: {id: string}}>(path, async request => {
      userOf(request, store)
      return told(kind, request.params.id)
    })
    app.put<{Params: {id: string}}>(path, async (request, reply) => {
      userOf(request, store)
      const known = one(kind, request.params.id)
      const body = kind === 'user' ? changeOfUser(known) : checkBody(request, wholeOf(kind, known))
      store.entities[kind].set(request.params.id, {...known, ...body})
      return saved(reply, told(kind, request.params.id))

      function changeOfUser({userDeleted}: Fields) {
        const change = checkBody(request, {required: USER_CHANGE, allowed: ['customer_id', 'password']})
        if (userDeleted === true && change.userDeleted === false && change.password === undefined) {
          throw refuse(400, 'A restored user needs a password.')
        }
        return change
      }
    })
    app.delete<{Params: {id: string}}>(path, async (request, reply) => {
      userOf(request, store)
      const known = one(kind, request.params.id)
      if (kind === 'user') store.entities.user.set(request.params.id, {...known, userDeleted: true})
      else store.entities[kind].delete(request.params.id)
      return saved(reply, {})
    })
  }

  function addLists() {
    app.get('/api/v0/organisation', async request => {
      userOf(request, store)
      return listed('organisation', () => true)
    })
    for (const kind of ['user', 'customer'] as const) {
      app.get<{Params: {orgId: string}}>(`/api/v0/${kind}/by-org/:orgId`, async request => {
        userOf(request, store)
        return listed(kind, ({organisation_id}) => organisation_id === request.params.orgId)
      })
    }
    for (const kind of ['device', 'asset'] as const) {
      app.get<{Querystring: {organisation_id?: string}}>(`/api/v0/${kind}`, async request => {
        const asked = organisationOf(request, store) ?? request.query.organisation_id
        return listed(kind, ({organisation_id}) => asked === undefined || organisation_id === asked)
      })
    }
    app.get<{Params: {orgId: string; label: string}}>('/api/v0/asset/by-org/:orgId/label/:label', async request => {
      const {orgId, label} = request.params
      userOf(request, store)
      return listed('asset', asset => asset.organisation_id === orgId && asset.label === label)
    })
  }

  function listed(kind: ForeignKind, isWanted: (entity: Fields) => boolean): Fields[] {
    return [...store.entities[kind]].filter(([, entity]) => isWanted(entity)).map(([id]) => told(kind, id))
  }

  function one(kind: ForeignKind, id: string): Fields {
    const found = store.entities[kind].get(id)
    if (found === undefined) throw refuse(404, `There is no ${kind} by this name here.`)
    return found
  }

  function isTaken(kind: ForeignKind, {[HABITS[kind].nameField]: name}: Fields): boolean {
    return [...store.entities[kind].values()].some(entity => entity[HABITS[kind].nameField] === name)
  }

  /** Times go out as ISO texts. */
  function told(kind: ForeignKind, id: string): Fields {
    const entries = Object.entries(one(kind, id)).filter(([name]) => !NOT_TOLD.includes(name))
    const fields = entries.map(([name, value]) => [
      name,
      TIMES.includes(name) ? new Date(Number(value)).toISOString() : value,
    ])
    return {[HABITS[kind].idName]: id, ...Object.fromEntries(fields)}
  }
}

/** A change holds all that is known of the entity. */
const wholeOf = (kind: ForeignKind, known: Fields) => ({
  required: Object.keys(known),
  allowed: HABITS[kind].fields,
})
