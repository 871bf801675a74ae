import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import {ApiError} from '../../../src/api/errors'
import {deviceLabelMachine, type StoredLabel} from '../../../src/machines/media/deviceLabel'
import {createCalls} from '../calls'

const CONFLICT = new ApiError({kind: 'refused', status: 409, serverMessage: null}, 'PUT')

function createXActor() {
  const reads = createCalls<StoredLabel, {deviceId: string}>()
  const writes = createCalls<void, {deviceId: string; stored: StoredLabel; label: string}>()
  const actor = createActor(deviceLabelMachine.provide({actors: {loadLabel: reads.logic, saveLabel: writes.logic}}), {
    input: {deviceId: 'd1', label: 'Door'},
  }).start()
  const write = (label: string) => {
    actor.send({type: 'label.typed', label})
    actor.send({type: 'field.left'})
  }
  return {actor, reads, writes, write}
}

describe('the label of a device', () => {
  it('is saved with the version that the device has', async () => {
    const {actor, reads, writes, write} = createXActor()
    write(' Gate ')
    await reads.answer({label: 'Door', version: 4})
    expect(writes.asked).toEqual([{deviceId: 'd1', stored: {label: 'Door', version: 4}, label: 'Gate'}])
    await writes.answer()
    expect(actor.getSnapshot().output).toEqual({deviceId: 'd1', label: 'Gate'})
  })

  it('is neither read nor saved when nobody has touched it', () => {
    const {actor, reads, write} = createXActor()
    write('Door ')
    expect(actor.getSnapshot().status).toBe('done')
    expect(reads.asked).toEqual([])
  })

  it('is not saved over what somebody else has written because a dialog takes the focus', async () => {
    const {actor, reads, writes, write} = createXActor()
    write('Gate')
    await reads.answer({label: 'Arch', version: 5})
    actor.send({type: 'field.left'})
    expect(actor.getSnapshot().value).toBe('conflict')
    expect(writes.asked).toEqual([])
  })

  it('is not saved when somebody else has written the same', async () => {
    const {actor, reads, writes, write} = createXActor()
    write('Gate')
    await reads.answer({label: 'Gate', version: 5})
    actor.send({type: 'confirmed'})
    expect(actor.getSnapshot().status).toBe('done')
    expect(writes.asked).toEqual([])
  })

  it('names what somebody else has written meanwhile, and saves over it only when that is wanted', async () => {
    const {actor, reads, writes, write} = createXActor()
    write('Gate')
    await reads.answer({label: 'Arch', version: 5})
    expect(actor.getSnapshot().value).toBe('conflict')
    expect(writes.asked).toEqual([])
    actor.send({type: 'confirmed'})
    expect(writes.asked).toEqual([{deviceId: 'd1', stored: {label: 'Arch', version: 5}, label: 'Gate'}])
  })

  it('takes what somebody else has written', async () => {
    const {actor, reads, write} = createXActor()
    write('Gate')
    await reads.answer({label: 'Arch', version: 5})
    actor.send({type: 'theirs.taken'})
    expect(actor.getSnapshot().output).toEqual({deviceId: 'd1', label: 'Arch'})
  })

  it('is saved upon a device that others have changed otherwise', async () => {
    const {actor, reads, writes, write} = createXActor()
    write('Gate')
    await reads.answer({label: 'Door', version: 4})
    await writes.fail(CONFLICT)
    await reads.answer({label: 'Door', version: 5})
    await writes.answer()
    expect(actor.getSnapshot().output).toEqual({deviceId: 'd1', label: 'Gate'})
  })

  it('can be tried again when it could not be saved', async () => {
    const {actor, reads, writes, write} = createXActor()
    write('Gate')
    await reads.answer({label: 'Door', version: 4})
    await writes.fail()
    expect(actor.getSnapshot().context).toMatchObject({typed: 'Gate', message: '❌ Failed to update device'})
    actor.send({type: 'field.left'})
    expect(actor.getSnapshot().value).toBe('failed')
    actor.send({type: 'confirmed'})
    expect(actor.getSnapshot().value).toBe('reading')
  })
})
