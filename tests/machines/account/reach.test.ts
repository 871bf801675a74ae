import {describe, expect, it} from 'vitest'
import {createActor, fromPromise, waitFor} from 'xstate'
import type {ReachChange} from '../../../contract/wire/people/reach'
import type {Reach} from '../../../src/domain/account/reach'
import {reachMachine} from '../../../src/machines/account/reach'

const STORED: Reach = {email: true, push: true, chat: null}

function createReachActor(load: () => Promise<Reach> = async () => STORED) {
  const sent: ReachChange[] = []
  const outcomes: (Reach | Error)[] = []
  const save = fromPromise(async ({input}: {input: {change: ReachChange}}) => {
    sent.push(input.change)
    const outcome = outcomes.shift() ?? STORED
    if (outcome instanceof Error) throw outcome
    return outcome
  })
  const actor = createActor(reachMachine.provide({actors: {load: fromPromise(load), save}})).start()
  const settled = () => waitFor(actor, s => !s.matches('saving') && !s.matches('reading'))
  return {actor, sent, outcomes, settled}
}

const SLACK = 'https://hooks.slack.com/services/T0/B0/X'

describe('the channels by which a user is called', () => {
  it('are saved with the address of a chat, which the form then leaves empty', async () => {
    const {actor, sent, outcomes, settled} = createReachActor()
    await settled()
    outcomes.push({email: false, push: true, chat: 'slack'})
    actor.send({type: 'draft.changed', change: {email: false, chat: 'slack', url: ` ${SLACK} `}})
    actor.send({type: 'save.requested'})
    const {context} = await settled()
    expect(sent).toEqual([{email: false, push: true, chat: {kind: 'slack', url: SLACK}}])
    expect(context).toMatchObject({isSaved: true, draft: {email: false, push: true, chat: 'slack', url: ''}})
    actor.send({type: 'save.requested'})
    await settled()
    expect(sent[1]).toEqual({email: false, push: true, chat: {kind: 'slack'}})
  })

  it('are not saved without an address, nor with one that is none', async () => {
    const {actor, sent, settled} = createReachActor()
    await settled()
    for (const url of ['', 'hooks.slack.com']) {
      actor.send({type: 'draft.changed', change: {chat: 'slack', url}})
      expect(actor.getSnapshot().context.isUrlWrong).toBe(false)
      actor.send({type: 'save.requested'})
      expect(actor.getSnapshot().context.isUrlWrong).toBe(true)
    }
    expect(sent).toEqual([])
  })

  it('stay typed when the server refuses them', async () => {
    const {actor, outcomes, settled} = createReachActor()
    await settled()
    outcomes.push(new Error('down'))
    actor.send({type: 'draft.changed', change: {push: false}})
    actor.send({type: 'save.requested'})
    const {context} = await settled()
    expect(context).toMatchObject({
      message: 'The channels of your calls could not be saved.',
      draft: {push: false},
      isSaved: false,
    })
  })

  it('are read again on request', async () => {
    const answers: (Reach | null)[] = [null, STORED]
    const {actor, settled} = createReachActor(async () => {
      const answer = answers.shift()
      if (!answer) throw new Error('down')
      return answer
    })
    expect((await settled()).value).toBe('unread')
    actor.send({type: 'save.requested'})
    actor.send({type: 'retry.requested'})
    expect((await settled()).value).toBe('filling')
  })
})
