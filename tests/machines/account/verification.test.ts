import {describe, expect, it} from 'vitest'
import {createActor, SimulatedClock} from 'xstate'
import {verificationMachine} from '../../../src/machines/account/verification'
import {refused, unreachable} from '../../support/failures'
import {statesOf} from '../adjacency'
import {createCalls} from '../calls'

const RETRY = {type: 'retry.requested'} as const
const SECOND = {type: 'xstate.after.second.verification.verified.counting'} as const
const FAILED = 'Verification failed. Please try again.'
const VERIFIED = 'Account successfully verified. Redirecting to login...'

function createVerificationActor(token = 't1') {
  const calls = createCalls<void, {token: string}>()
  const clock = new SimulatedClock()
  const logic = verificationMachine.provide({actors: {verifyEmail: calls.logic}})
  const actor = createActor(logic, {input: {token, isChange: false}, clock}).start()
  const seen = () => {
    const {value, context} = actor.getSnapshot()
    return [value, context.message, context.secondsLeft]
  }
  return {actor, calls, clock, seen}
}

describe('a verification', () => {
  it('says that the token is missing, and asks nothing', () => {
    const {actor, calls, seen} = createVerificationActor('')
    actor.send(RETRY)
    expect([seen(), calls.asked]).toEqual([['tokenMissing', 'Verification token is missing.', 3], []])
  })

  it('counts three seconds and leaves', async () => {
    const {calls, clock, seen} = createVerificationActor()
    expect(seen()).toEqual(['verifying', '', 3])
    await calls.answer()
    expect([seen(), calls.asked]).toEqual([[{verified: 'counting'}, VERIFIED, 3], [{token: 't1'}]])
    clock.increment(1000)
    expect(seen()).toEqual([{verified: 'counting'}, VERIFIED, 2])
    clock.increment(1000)
    expect(seen()).toEqual([{verified: 'counting'}, VERIFIED, 1])
    clock.increment(1000)
    expect(seen()).toEqual([{verified: 'left'}, VERIFIED, 1])
  })

  it.each([
    ['the server’s words', refused(400, 'This link is not valid any more.'), 'This link is not valid any more.'],
    ['its own words', refused(400), FAILED],
    ['its own words for an answer of another shape', new TypeError('shape'), FAILED],
  ])('ends with %s when it is refused', async (_, error, message) => {
    const {actor, calls, seen} = createVerificationActor()
    await calls.fail(error)
    actor.send(RETRY)
    expect([seen(), calls.asked.length]).toEqual([['refused', message, 3], 1])
  })

  it('is tried again on request, once at a time, as long as the failure may pass', async () => {
    const {actor, calls, seen} = createVerificationActor()
    await calls.fail(unreachable)
    expect(seen()).toEqual([{unanswered: 'waiting'}, FAILED, 3])
    actor.send(RETRY)
    actor.send(RETRY)
    expect([seen(), calls.asked.length]).toEqual([[{unanswered: 'retrying'}, FAILED, 3], 2])
    await calls.fail(refused(429, 'Too many requests.'))
    expect(seen()).toEqual([{unanswered: 'waiting'}, 'Too many requests.', 3])
    actor.send(RETRY)
    await calls.answer()
    expect(seen()).toEqual([{verified: 'counting'}, VERIFIED, 3])
  })

  it('may be refused after it went unanswered', async () => {
    const {actor, calls, seen} = createVerificationActor()
    await calls.fail(unreachable)
    actor.send(RETRY)
    await calls.fail(refused(400, 'This link is not valid any more.'))
    expect(seen()).toEqual(['refused', 'This link is not valid any more.', 3])
  })

  it('ignores a request to try again while it verifies and when it is verified', async () => {
    const {actor, calls} = createVerificationActor()
    actor.send(RETRY)
    await calls.answer()
    actor.send(RETRY)
    expect([actor.getSnapshot().value, calls.asked.length]).toEqual([{verified: 'counting'}, 1])
  })

  it('reaches every state', () => {
    const events = [
      RETRY,
      SECOND,
      {type: 'xstate.done.actor.0.verification.verifying', output: undefined},
      {type: 'xstate.error.actor.0.verification.verifying', error: unreachable},
      {type: 'xstate.error.actor.0.verification.verifying', error: refused(400)},
      {type: 'xstate.done.actor.0.verification.unanswered.retrying', output: undefined},
      {type: 'xstate.error.actor.0.verification.unanswered.retrying', error: unreachable},
      {type: 'xstate.error.actor.0.verification.unanswered.retrying', error: refused(400)},
    ]
    expect(statesOf(verificationMachine, events, {token: ''})).toEqual(['tokenMissing'])
    const counted = verificationMachine.provide({guards: {isLastSecond: () => true}})
    expect(statesOf(counted, events, {token: 't1'})).toEqual([
      'refused',
      'unanswered.retrying',
      'unanswered.waiting',
      'verified.counting',
      'verified.left',
      'verifying',
    ])
  })
})
