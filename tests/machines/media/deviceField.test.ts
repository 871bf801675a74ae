import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import {ApiError} from '../../../src/api/errors'
import type {Change, ChangeQuestion} from '../../../src/domain/console/change'
import {
  type DeviceField,
  type DeviceFieldInput,
  deviceFieldMachine,
  type StoredField,
} from '../../../src/machines/media/deviceField'
import {createCalls} from '../calls'

const CONFLICT = new ApiError({kind: 'refused', status: 409, serverMessage: null}, 'PUT')

function createXActor({field, value}: Pick<DeviceFieldInput, 'field' | 'value'> = {field: 'label', value: 'Door'}) {
  const reads = createCalls<StoredField, Pick<DeviceFieldInput, 'deviceId' | 'field'>>()
  const writes = createCalls<void, {deviceId: string; field: DeviceField; stored: StoredField; value: string}>()
  const changes = createCalls<Change | null, ChangeQuestion>()
  const actors = {loadField: reads.logic, saveField: writes.logic, findChange: changes.logic}
  const actor = createActor(deviceFieldMachine.provide({actors}), {input: {deviceId: 'd1', field, value}}).start()
  const write = (value: string) => {
    actor.send({type: 'value.typed', value})
    actor.send({type: 'field.left'})
  }
  return {actor, reads, writes, changes, write}
}

describe('the label of a device', () => {
  it('is saved with the version that the device has', async () => {
    const {actor, reads, writes, write} = createXActor()
    write(' Gate ')
    await reads.answer({value: 'Door', version: 4})
    expect(writes.asked).toEqual([{deviceId: 'd1', field: 'label', stored: {value: 'Door', version: 4}, value: 'Gate'}])
    await writes.answer()
    expect(actor.getSnapshot().output).toEqual({deviceId: 'd1', field: 'label', value: 'Gate'})
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
    await reads.answer({value: 'Arch', version: 5})
    actor.send({type: 'field.left'})
    expect(actor.getSnapshot().value).toBe('conflict')
    expect(writes.asked).toEqual([])
  })

  it('is not saved when somebody else has written the same', async () => {
    const {actor, reads, writes, write} = createXActor()
    write('Gate')
    await reads.answer({value: 'Gate', version: 5})
    actor.send({type: 'confirmed'})
    expect(actor.getSnapshot().status).toBe('done')
    expect(writes.asked).toEqual([])
  })

  it('says who has changed the device last, as far as the server knows', async () => {
    const {actor, reads, changes, write} = createXActor()
    write('Gate')
    await reads.answer({value: 'Arch', version: 5})
    expect(changes.asked).toEqual([{entity: {kind: 'device', id: 'd1'}, attribute: null, version: 5}])
    expect(actor.getSnapshot().context.change).toBeNull()
    await changes.answer({at: 7, email: 'ann@media.test'})
    expect(actor.getSnapshot().context.change).toEqual({at: 7, email: 'ann@media.test'})
    expect(actor.getSnapshot().value).toBe('conflict')
  })

  it('names what somebody else has written meanwhile, and saves over it only when that is wanted', async () => {
    const {actor, reads, writes, write} = createXActor()
    write('Gate')
    await reads.answer({value: 'Arch', version: 5})
    expect(actor.getSnapshot().value).toBe('conflict')
    expect(writes.asked).toEqual([])
    actor.send({type: 'confirmed'})
    expect(writes.asked).toEqual([{deviceId: 'd1', field: 'label', stored: {value: 'Arch', version: 5}, value: 'Gate'}])
  })

  it('takes what somebody else has written', async () => {
    const {actor, reads, write} = createXActor()
    write('Gate')
    await reads.answer({value: 'Arch', version: 5})
    actor.send({type: 'theirs.taken'})
    expect(actor.getSnapshot().output).toEqual({deviceId: 'd1', field: 'label', value: 'Arch'})
  })

  it('is saved upon a device that others have changed otherwise', async () => {
    const {actor, reads, writes, write} = createXActor()
    write('Gate')
    await reads.answer({value: 'Door', version: 4})
    await writes.fail(CONFLICT)
    await reads.answer({value: 'Door', version: 5})
    await writes.answer()
    expect(actor.getSnapshot().output).toEqual({deviceId: 'd1', field: 'label', value: 'Gate'})
  })

  it('can be tried again when it could not be saved', async () => {
    const {actor, reads, writes, write} = createXActor()
    write('Gate')
    await reads.answer({value: 'Door', version: 4})
    await writes.fail()
    expect(actor.getSnapshot().context).toMatchObject({typed: 'Gate', message: '❌ Failed to update device'})
    actor.send({type: 'field.left'})
    expect(actor.getSnapshot().value).toBe('failed')
    actor.send({type: 'confirmed'})
    expect(actor.getSnapshot().value).toBe('reading')
  })
})

describe('the name of a device', () => {
  const NAME = {field: 'name', value: 'Screen 7'} as const

  it('is saved with the version that the device has', async () => {
    const {actor, reads, writes} = createXActor(NAME)
    actor.send({type: 'value.typed', value: 'Foyer'})
    actor.send({type: 'confirmed'})
    expect(reads.asked).toEqual([{deviceId: 'd1', field: 'name'}])
    await reads.answer({value: 'Screen 7', version: 4})
    await writes.answer()
    expect(actor.getSnapshot().output).toEqual({deviceId: 'd1', field: 'name', value: 'Foyer'})
  })

  it('is required: an empty one is refused at the field, until something is typed', () => {
    const {actor, reads} = createXActor(NAME)
    actor.send({type: 'value.typed', value: '  '})
    actor.send({type: 'confirmed'})
    expect(actor.getSnapshot()).toMatchObject({value: 'editing', context: {message: 'Device name is required.'}})
    expect(reads.asked).toEqual([])
    actor.send({type: 'value.typed', value: 'F'})
    expect(actor.getSnapshot().context.message).toBeNull()
  })

  it('stays as it is when an empty field is left', () => {
    const {actor, reads} = createXActor(NAME)
    actor.send({type: 'value.typed', value: ''})
    actor.send({type: 'field.left'})
    expect(actor.getSnapshot().output).toEqual({deviceId: 'd1', ...NAME})
    expect(reads.asked).toEqual([])
  })
})
