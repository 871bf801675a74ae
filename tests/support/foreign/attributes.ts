import type {FastifyInstance} from 'fastify'
import {userOf} from './accounts'
import {checkBody, refuse} from './checks'
import {type Fields, type ForeignStore, newId} from './store'

interface OfEntity {
  Params: {entityType: string; entityId: string}
}
interface OfOne {
  Params: OfEntity['Params'] & {scope: string; attributeKey: string}
}

const VALUES = ['json_v', 'str_v', 'bool_v', 'long_v', 'dbl_v']

export function addAttributes(app: FastifyInstance, store: ForeignStore) {
  const path = '/api/v0/attribute/:entityType/:entityId'

  app.get<OfEntity>(path, async request => {
    userOf(request, store)
    return [...of(request.params).values()]
  })
  app.post<OfEntity>(path, async (request, reply) => {
    userOf(request, store)
    const {attributeKey, attributeType, lastUpdateTs, ...fields} = checkBody(request, {
      required: ['attributeKey', 'attributeType', 'entityId', 'lastUpdateTs'],
      allowed: [...VALUES, 'organisation_id'],
    })
    checkValue(fields)
    const attributes = of(request.params)
    const name = `${attributeType}/${attributeKey}`
    if (attributes.has(name)) throw refuse(409, 'This attribute exists.')
    attributes.set(name, {id: newId(), attributeKey, attributeType, ...fields, ...updatedNow()})
    return reply.code(201).send({message: 'saved'})
  })

  app.get<OfOne>(`${path}/:scope/:attributeKey`, async request => {
    userOf(request, store)
    return one(request.params)
  })
  app.put<OfOne>(`${path}/:scope/:attributeKey`, async (request, reply) => {
    userOf(request, store)
    const {id, attributeKey, attributeType, entityId} = one(request.params)
    const change = checkBody(request, {required: [], allowed: VALUES})
    checkValue(change)
    const changed = {id, attributeKey, attributeType, entityId, ...change, ...updatedNow()}
    of(request.params).set(nameOf(request.params), changed)
    return reply.code(204).send()
  })
  app.delete<OfOne>(`${path}/:scope/:attributeKey`, async (request, reply) => {
    userOf(request, store)
    one(request.params)
    of(request.params).delete(nameOf(request.params))
    return reply.send({})
  })

  function of({entityType, entityId}: OfEntity['Params']): Map<string, Fields> {
    const owner = `${entityType}/${entityId}`
    const found = store.attributes.get(owner) ?? new Map<string, Fields>()
    store.attributes.set(owner, found)
    return found
  }

  function one(params: OfOne['Params']): Fields {
    const found = of(params).get(nameOf(params))
    if (found === undefined) throw refuse(404, 'There is no attribute by this name here.')
    return found
  }
}

const nameOf = ({scope, attributeKey}: OfOne['Params']): string => `${scope}/${attributeKey}`

const updatedNow = () => ({lastUpdateTs: new Date().toISOString()})

function checkValue(fields: Fields) {
  if (VALUES.filter(name => fields[name] !== undefined).length !== 1) throw refuse(400, 'One value is needed.')
}
