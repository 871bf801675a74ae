import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import {createSubmissionMachine} from '../../src/machines/submission'
import {refused, unreachable} from '../support/failures'
import {statesOf} from './adjacency'
import {createCalls} from './calls'

interface Values {
  name: string
}

const RIGHT = {type: 'form.submitted', values: {name: 'Ann'}} as const
const WRONG = {type: 'form.submitted', values: {name: ''}} as const

const valuesMachine = createSubmissionMachine<Values>({
  texts: () => ({failed: 'It failed.', done: 'It is done.'}),
  problemsOf: ({name}) => (name === '' ? {name: 'emailMissing'} : {}),
})

const repeatableMachine = createSubmissionMachine<Values>({
  texts: () => ({failed: 'It failed.', done: 'It is done.', repeated: 'It is done again.'}),
  problemsOf: () => ({}),
})

function createSubmissionActor() {
  const calls = createCalls<void, {values: Values}>()
  const actor = createActor(valuesMachine.provide({actors: {submit: calls.logic}})).start()
  const seen = () => [actor.getSnapshot().value, actor.getSnapshot().context]
  return {actor, calls, seen}
}

describe('a submission', () => {
  it('sends what was typed and says that it is done', async () => {
    const {actor, calls, seen} = createSubmissionActor()
    expect(seen()).toEqual(['filling', {problems: {}, message: null, hint: null, sent: null}])
    actor.send(RIGHT)
    expect([seen(), calls.asked]).toEqual([
      ['submitting', {problems: {}, message: null, hint: null, sent: null}],
      [{values: {name: 'Ann'}}],
    ])
    await calls.answer()
    expect(seen()).toEqual(['done', {problems: {}, message: 'It is done.', hint: null, sent: null}])
  })

  it('is sent once, however often it is submitted', async () => {
    const {actor, calls, seen} = createSubmissionActor()
    actor.send(RIGHT)
    actor.send(RIGHT)
    actor.send(WRONG)
    expect([calls.asked.length, seen()]).toEqual([
      1,
      ['submitting', {problems: {}, message: null, hint: null, sent: null}],
    ])
    await calls.answer()
    actor.send(RIGHT)
    expect([calls.asked.length, actor.getSnapshot().value]).toEqual([1, 'done'])
  })

  it('is not sent while a field is wrong, and names the field', () => {
    const {actor, calls, seen} = createSubmissionActor()
    actor.send(WRONG)
    actor.send(WRONG)
    expect([calls.asked, seen()]).toEqual([
      [],
      ['filling', {problems: {name: 'emailMissing'}, message: null, hint: null, sent: null}],
    ])
    actor.send(RIGHT)
    expect(seen()).toEqual(['submitting', {problems: {}, message: null, hint: null, sent: null}])
  })

  it.each([
    ['with the server’s words', refused(400, 'Choose another.'), 'Choose another.', null],
    ['without words of the server', refused(400), 'It failed.', null],
    ['without a server', unreachable, 'It failed.', 'The server can’t be reached right now. What you typed is kept.'],
    ['with an answer of another shape', new TypeError('shape'), 'It failed.', null],
  ])('can be sent again after a failure %s', async (_, error, message, hint) => {
    const {actor, calls, seen} = createSubmissionActor()
    actor.send(RIGHT)
    await calls.fail(error)
    expect(seen()).toEqual(['filling', {problems: {}, message, hint, sent: null}])
    actor.send(RIGHT)
    expect(seen()).toEqual(['submitting', {problems: {}, message: null, hint: null, sent: null}])
  })

  it('forgets a failure when a field is found wrong', async () => {
    const {actor, calls, seen} = createSubmissionActor()
    actor.send(RIGHT)
    await calls.fail(unreachable)
    actor.send(WRONG)
    expect(seen()).toEqual(['filling', {problems: {name: 'emailMissing'}, message: null, hint: null, sent: null}])
  })

  it('can be repeated with what was sent, as often as it is wanted', async () => {
    const calls = createCalls<void, {values: Values}>()
    const actor = createActor(repeatableMachine.provide({actors: {submit: calls.logic}})).start()
    actor.send(RIGHT)
    await calls.answer()
    actor.send({type: 'repeat.requested'})
    actor.send({type: 'repeat.requested'})
    expect([actor.getSnapshot().value, calls.asked]).toEqual([
      'repeating',
      [RIGHT, RIGHT].map(({values}) => ({values})),
    ])
    await calls.answer()
    expect([actor.getSnapshot().value, actor.getSnapshot().context]).toMatchObject([
      'done',
      {message: 'It is done.', hint: 'It is done again.'},
    ])
    actor.send({type: 'repeat.requested'})
    await calls.fail(unreachable)
    expect([actor.getSnapshot().value, actor.getSnapshot().context]).toMatchObject([
      'filling',
      {message: 'It failed.', sent: RIGHT.values},
    ])
  })

  it('can’t be repeated without a text for that', async () => {
    const {actor, calls, seen} = createSubmissionActor()
    actor.send(RIGHT)
    await calls.answer()
    actor.send({type: 'repeat.requested'})
    expect([calls.asked.length, seen()[0]]).toEqual([1, 'done'])
  })

  it('reaches every state', () => {
    expect(
      statesOf(repeatableMachine, [
        RIGHT,
        WRONG,
        {type: 'repeat.requested'},
        {type: 'xstate.done.actor.0.submission.submitting', output: undefined},
        {type: 'xstate.error.actor.0.submission.submitting', error: unreachable},
      ]),
    ).toEqual(['done', 'filling', 'repeating', 'submitting'])
  })
})
