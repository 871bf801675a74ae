import {expect, it} from 'vitest'
import {z} from 'zod'
import {problemOf} from '../../../../server/http/failures/problems'

it.each([
  ['a field that is missing', z.string(), undefined, 'is required'],
  ['another type', z.string(), 7, 'must be a text'],
  ['half a number', z.int(), 1.5, 'must be a whole number'],
  ['an unknown word', z.enum(['asc', 'desc']), 'up', 'must be asc or desc'],
  ['too little text', z.string().min(1), '', 'must have at least 1 character'],
  ['too many entries', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
  ['too large a number', z.number().max(3), 4, 'must be at most 3'],
  ['no identifier', z.uuid(), 'x', 'must be a UUID'],
  ['another form', z.iso.date(), 'x', 'is not valid'],
  ['none of several types', z.union([z.string(), z.number()]), [], 'is not valid'],
  ['what the schema says itself', z.string().refine(() => false, 'is taken'), 'x', 'is taken'],
])('says in words what is wrong with %s', (_, schema, value, words) => {
  const {error} = schema.safeParse(value, {error: problemOf})
  expect(error?.issues.map(({message}) => message)).toEqual([words])
})
