import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import {ApiError} from '../../../src/api/errors'
import type {Pairing} from '../../../src/domain/media/pairing'
import {type DeviceEntry, NO_DETAILS} from '../../../src/domain/telemetry/devices/device'
import {pairingMachine, pairingTexts} from '../../../src/machines/media/pairing'
import {createCalls} from '../calls'

const refusal = (status: number) => new ApiError({kind: 'refused', status, serverMessage: 'No.'}, 'refused')
const FOYER: Pairing = {kind: 'device', code: 'K7P2XM', deviceId: 'foyer', replace: false}
const LOBBY: Pairing = {kind: 'new', code: 'K7P2XM', name: 'Lobby', organisationId: 'works'}
const CREATED: DeviceEntry = {...NO_DETAILS, id: 'lobby', name: 'Lobby'}

function createPairingActor() {
  const pairs = createCalls<DeviceEntry | null, Pairing>()
  const pairing = createActor(pairingMachine.provide({actors: {pair: pairs.logic}}), {
    input: {deviceId: 'foyer'},
  }).start()
  return {
    pairing,
    pairs,
    submit: (values: Pairing) => pairing.send({type: 'form.submitted', values}),
    state: () => [pairing.getSnapshot().value, pairing.getSnapshot().context.message],
  }
}

describe('the pairing of a screen', () => {
  it('is done with the chosen device, once', async () => {
    const {pairs, submit, state} = createPairingActor()
    submit(FOYER)
    submit(FOYER)
    await pairs.answer(null)
    submit(FOYER)
    expect([state(), pairs.asked]).toEqual([['done', pairingTexts.done], [FOYER]])
  })

  it('says why the code was refused, and takes another one', async () => {
    const {pairs, submit, state} = createPairingActor()
    submit(FOYER)
    await pairs.fail(refusal(400))
    expect(state()).toEqual(['filling', 'No.'])
    submit(FOYER)
    expect(state()).toEqual(['submitting', null])
  })

  it('asks about a device that has a screen, and replaces that on request', async () => {
    const {pairing, pairs, submit, state} = createPairingActor()
    pairing.send({type: 'replacement.requested'})
    submit(FOYER)
    await pairs.fail(refusal(409))
    expect(state()).toEqual(['taken', null])
    pairing.send({type: 'replacement.requested'})
    await pairs.answer(null)
    expect([state(), pairs.asked]).toEqual([
      ['done', pairingTexts.done],
      [FOYER, {...FOYER, replace: true}],
    ])
  })

  it('ends with the new device that is made instead', async () => {
    const {pairing, pairs, submit} = createPairingActor()
    submit(FOYER)
    await pairs.fail(refusal(409))
    submit(LOBBY)
    await pairs.answer(CREATED)
    expect([pairing.getSnapshot().status, pairing.getSnapshot().output, pairs.asked]).toEqual([
      'done',
      CREATED,
      [FOYER, LOBBY],
    ])
  })

  it('is refused for a new device as for any other', async () => {
    const {pairs, submit, state} = createPairingActor()
    submit(LOBBY)
    await pairs.fail(refusal(409))
    expect(state()).toEqual(['filling', 'No.'])
  })
})
