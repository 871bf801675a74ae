import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, type EventFromLogic, fromEventObservable} from 'xstate'
import {ApiError} from '../../../src/api/errors'
import {type Pairing, type PairingCode, pairingMachine} from '../../../src/machines/player/pairing'
import {createCalls} from '../calls'

type PairingEvent = EventFromLogic<typeof pairingMachine>

const CODE: PairingCode = {code: 'K7P2XM', secret: 's', expiresAt: 1}
const FOYER: Pairing = {token: 't', deviceName: 'Foyer', player: 'p1'}
const TYPED: Pairing = {token: 'typed', deviceName: '', player: 'p2'}
const REFUSED = new ApiError({kind: 'refused', status: 401, serverMessage: null}, 'refused')

function createPairingActor(token: string | null = null) {
  const codes = createCalls<PairingCode, unknown>()
  const checks = createCalls<Pairing, {token: string}>()
  const news = new Subject<PairingEvent>()
  const tries: number[] = []
  const waits: Subject<PairingEvent>[] = []
  const pairing = createActor(
    pairingMachine.provide({
      actors: {
        askForCode: codes.logic,
        checkToken: checks.logic,
        pairings: fromEventObservable(() => news),
        backOff: fromEventObservable(({input}) => {
          tries.push(input.tries)
          const wait = new Subject<PairingEvent>()
          waits.push(wait)
          return wait
        }),
      },
    }),
    {input: {token}},
  ).start()
  return {
    pairing,
    codes,
    checks,
    news,
    tries,
    waited: () => waits.at(-1)?.complete(),
    value: () => pairing.getSnapshot().value,
    output: () => pairing.getSnapshot().output,
  }
}

describe('pairing', () => {
  it('shows a code until somebody has typed it in', async () => {
    const {codes, news, value, output} = createPairingActor()
    await codes.answer(CODE)
    expect(value()).toEqual({open: {code: 'shown', token: 'awaited'}})
    news.next({type: 'device.paired', pairing: FOYER})
    expect(output()).toEqual(FOYER)
  })

  it('asks for another code when the last one has expired', async () => {
    const {codes, news, value} = createPairingActor()
    await codes.answer(CODE)
    news.next({type: 'code.expired'})
    expect([value(), codes.asked.length]).toEqual([{open: {code: 'asking', token: 'awaited'}}, 2])
  })

  it('asks again after a while when the server is not reached', async () => {
    const {codes, waited, value, tries} = createPairingActor()
    await codes.fail()
    expect([value(), tries]).toEqual([{open: {code: 'unanswered', token: 'awaited'}}, [1]])
    waited()
    await codes.fail()
    expect(tries).toEqual([1, 2])
  })

  it('takes a token that is typed in, once it is checked', async () => {
    const {pairing, checks, output} = createPairingActor()
    pairing.send({type: 'token.typed', token: 'typed'})
    expect(checks.asked).toEqual([{token: 'typed'}])
    await checks.answer(TYPED)
    expect(output()).toEqual(TYPED)
  })

  it('needs no code as long as the token of the link may be a good one', async () => {
    const {codes, checks, value} = createPairingActor('linked')
    expect([value(), codes.asked.length]).toEqual([{open: {code: 'unasked', token: 'checking'}}, 0])
    await checks.fail(REFUSED)
    expect(value()).toEqual({open: {code: 'asking', token: 'refused'}})
  })

  it('checks a token again when the server was not reached', async () => {
    const {checks, waited, value} = createPairingActor('linked')
    await checks.fail()
    expect(value()).toEqual({open: {code: 'unasked', token: 'unchecked'}})
    waited()
    expect(checks.asked.length).toBe(2)
  })
})
