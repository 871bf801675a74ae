import {expect, it} from 'vitest'
import {createActor, fromPromise, waitFor} from 'xstate'
import type {
  SecondFactor,
  SecondFactorAction,
  SecondFactorChange,
  SecondFactorOutcome,
  SecondFactorProof,
} from '../../../src/domain/account/secondFactor'
import {secondFactorMachine} from '../../../src/machines/account/secondFactor'
import {refused, unreachable} from '../../support/failures'

const OFF: SecondFactor = {isOn: false, hasApp: false, passkeys: [], recoveryCodesLeft: 0}
const OFFER = {secret: 'ABCD', uri: 'otpauth://totp/x?secret=ABCD'}
const CODES = ['one', 'two']

interface Calls {
  load: () => Promise<SecondFactor>
  change: (action: SecondFactorAction, currentPassword: string) => Promise<SecondFactorOutcome>
  confirm: (proof: SecondFactorProof) => Promise<readonly string[]>
}

function createFactorActor(overrides: Partial<Calls> = {}) {
  const calls: Calls = {
    load: async () => OFF,
    change: async action =>
      action === 'addApp' ? {offer: OFFER} : action === 'renewCodes' ? {recoveryCodes: CODES} : null,
    confirm: async () => CODES,
    ...overrides,
  }
  const actor = createActor(
    secondFactorMachine.provide({
      actors: {
        load: fromPromise(() => calls.load()),
        change: fromPromise<SecondFactorOutcome, SecondFactorChange>(({input}) =>
          calls.change(input.action, input.currentPassword),
        ),
        confirm: fromPromise<readonly string[], SecondFactorProof>(({input}) => calls.confirm(input)),
      },
    }),
  ).start()
  const settles = () => waitFor(actor, ({value}) => !SENDING.includes(JSON.stringify(value)))
  const prove = async (action: SecondFactorAction) => {
    await settles()
    actor.send({type: 'action.requested', action})
    actor.send({type: 'password.submitted', currentPassword: 'mine'})
    await settles()
  }
  const at = () => actor.getSnapshot().value
  const said = () => actor.getSnapshot().context
  return {actor, settles, prove, at, said}
}

const SENDING = ['"loading"', '{"proving":"sending"}', '{"confirming":"sending"}']

it('offers the app its secret for the password, and shows the codes once it is confirmed', async () => {
  const {actor, settles, prove, at, said} = createFactorActor()
  await prove('addApp')
  expect([at(), said().offer]).toEqual([{confirming: 'typing'}, OFFER])
  actor.send({type: 'code.submitted', code: '123456'})
  await settles()
  expect([at(), said().recoveryCodes, said().offer]).toEqual(['keeping', CODES, null])
  actor.send({type: 'codes.saved'})
  await settles()
  expect([at(), said().recoveryCodes, said().done]).toEqual([
    'shown',
    [],
    'The app is set up. You are signed out everywhere else.',
  ])
})

it('shows no codes where the former ones hold', async () => {
  const {actor, settles, prove, at} = createFactorActor({confirm: async () => []})
  await prove('addApp')
  actor.send({type: 'code.submitted', code: '123456'})
  await settles()
  expect(at()).toBe('shown')
})

it('shows new recovery codes', async () => {
  const {prove, at, said} = createFactorActor()
  await prove('renewCodes')
  expect([at(), said().recoveryCodes]).toEqual(['keeping', CODES])
})

it.each([
  ['removeApp', 'The app is removed.'],
  ['switchOff', 'Your second factor is off.'],
] as const)('says what was done: %s', async (action, done) => {
  const {prove, at, said} = createFactorActor()
  await prove(action)
  expect([at(), said().done]).toEqual(['shown', done])
})

it('asks again for a password that is wrong', async () => {
  const {prove, at, said} = createFactorActor({change: () => Promise.reject(refused(403, 'wrong'))})
  await prove('switchOff')
  expect([at(), said().message]).toEqual([{proving: 'typing'}, 'wrong'])
})

it.each([
  ['asks again for a code that is wrong', refused(403, 'wrong'), {confirming: 'typing'}],
  ['begins anew when nothing is offered any more', refused(409, 'over'), 'shown'],
])('%s', async (_, error, place) => {
  const {actor, settles, prove, at, said} = createFactorActor({confirm: () => Promise.reject(error)})
  await prove('addApp')
  actor.send({type: 'code.submitted', code: '000000'})
  await settles()
  expect([at(), said().message]).toEqual([place, error.serverMessage])
})

it('forgets the secret when it is given up', async () => {
  const {actor, prove, at, said} = createFactorActor()
  await prove('addApp')
  actor.send({type: 'action.cancelled'})
  expect([at(), said().offer, said().message]).toEqual(['shown', null, null])
})

it('can be asked again when it could not be loaded', async () => {
  const answers = [() => Promise.reject(unreachable), async () => OFF]
  const {actor, settles, at} = createFactorActor({load: () => answers.shift()?.() ?? Promise.resolve(OFF)})
  await settles()
  expect(at()).toBe('failed')
  actor.send({type: 'retry.requested'})
  await settles()
  expect(at()).toBe('shown')
})

it('has the browser make a passkey from the offer, under its name, and says when it did not', async () => {
  const proofs: SecondFactorProof[] = []
  const options = {challenge: 'c'}
  const {actor, settles, prove, at, said} = createFactorActor({
    change: async () => ({passkeyOffer: options}),
    confirm: async proof => {
      proofs.push(proof)
      if (proofs.length === 1) throw new DOMException('The user did not go on.', 'NotAllowedError')
      return CODES
    },
  })
  await prove('addPasskey')
  actor.send({type: 'name.submitted', name: 'Laptop'})
  await settles()
  expect([at(), said().message]).toEqual([{confirming: 'typing'}, 'No passkey was made. Please try again.'])
  actor.send({type: 'name.submitted', name: 'Laptop'})
  await settles()
  expect([at(), said().recoveryCodes, said().passkeyOffer]).toEqual(['keeping', CODES, null])
  expect(proofs).toEqual([
    {name: 'Laptop', options},
    {name: 'Laptop', options},
  ])
})
