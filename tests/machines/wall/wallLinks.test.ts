import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import type {WallLink} from '../../../src/domain/wall/walls'
import type {SecretsInput} from '../../../src/machines/issuedSecrets'
import {type LinkedWalls, type NewWallLink, wallLinksMachine} from '../../../src/machines/wall/wallLinks'
import {refused, unreachable} from '../../support/failures'
import {createCalls, settled} from '../calls'

const linkOf = (id: string): WallLink => ({
  id,
  wall: 'Hall',
  name: `Screen ${id}`,
  issuedBy: 'a@t.test',
  issuedAt: 1,
  seenAt: null,
})
const [ONE, TWO] = [linkOf('1'), linkOf('2')]

async function createLinks() {
  const load = createCalls<{secrets: readonly WallLink[]; choices: LinkedWalls}, SecretsInput>()
  const issue = createCalls<{secret: WallLink; plainText: string}, SecretsInput & {request: NewWallLink}>()
  const revoke = createCalls<void, SecretsInput & {id: string}>()
  const links = createActor(
    wallLinksMachine.provide({actors: {load: load.logic, issue: issue.logic, revoke: revoke.logic}}),
    {input: {organisationId: 'o1'}},
  ).start()
  await settled()
  return {
    links,
    load,
    issue,
    revoke,
    value: () => links.getSnapshot().value,
    context: () => links.getSnapshot().context,
  }
}

async function createShownLinks() {
  const world = await createLinks()
  await world.load.answer({secrets: [ONE], choices: ['Hall']})
  return world
}

describe('wall links', () => {
  it('are loaded with the walls that they may be issued for', async () => {
    const {load, value, context} = await createShownLinks()
    expect([value(), load.asked, context().secrets, context().choices]).toEqual([
      'shown',
      [{organisationId: 'o1'}],
      [ONE],
      ['Hall'],
    ])
  })

  it('that can not be loaded are asked for again on request', async () => {
    const {links, load, value, context} = await createLinks()
    await load.fail(unreachable)
    expect([value(), context().message]).toEqual(['failed', 'Failed to load the wall links'])
    links.send({type: 'retry.requested'})
    expect([value(), context().message]).toEqual(['loading', null])
  })

  it('tell their address once, when they are issued', async () => {
    const {links, issue, value, context} = await createShownLinks()
    links.send({type: 'issue.requested', request: {wall: 'Hall', name: 'Canteen'}})
    links.send({type: 'issue.requested', request: {wall: 'Hall', name: 'Canteen'}})
    expect([value(), issue.asked]).toEqual([
      'issuing',
      [{organisationId: 'o1', request: {wall: 'Hall', name: 'Canteen'}}],
    ])
    await issue.answer({secret: TWO, plainText: 'https://a/wall#token=2.x'})
    expect([value(), context().secrets, context().issued?.plainText]).toEqual([
      'shown',
      [TWO, ONE],
      'https://a/wall#token=2.x',
    ])
  })

  it('that are refused say why', async () => {
    const {links, issue, value, context} = await createShownLinks()
    links.send({type: 'issue.requested', request: {wall: 'Hall', name: 'Canteen'}})
    await issue.fail(refused(409, 'An organisation has at most 200 wall links.'))
    expect([value(), context().message]).toEqual(['shown', 'An organisation has at most 200 wall links.'])
  })

  it('are revoked after a question', async () => {
    const {links, revoke, value, context} = await createShownLinks()
    links.send({type: 'revocation.requested', secret: ONE})
    expect([value(), revoke.asked]).toEqual([{revoking: 'asking'}, []])
    links.send({type: 'question.cancelled'})
    expect([value(), context().asked]).toEqual(['shown', null])
    links.send({type: 'revocation.requested', secret: ONE})
    links.send({type: 'revocation.confirmed'})
    expect(revoke.asked).toEqual([{organisationId: 'o1', id: '1'}])
    await revoke.answer()
    expect([value(), context().secrets]).toEqual(['shown', []])
  })

  it('that somebody else has revoked are gone as well', async () => {
    const {links, revoke, value, context} = await createShownLinks()
    links.send({type: 'revocation.requested', secret: ONE})
    links.send({type: 'revocation.confirmed'})
    await revoke.fail(refused(404))
    expect([value(), context().secrets]).toEqual(['shown', []])
  })

  it('stay when they could not be revoked', async () => {
    const {links, revoke, value, context} = await createShownLinks()
    links.send({type: 'revocation.requested', secret: ONE})
    links.send({type: 'revocation.confirmed'})
    await revoke.fail(unreachable)
    expect([value(), context().secrets, context().message]).toEqual([
      {revoking: 'asking'},
      [ONE],
      'Failed to revoke the wall link',
    ])
  })
})
