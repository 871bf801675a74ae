import {Subject} from 'rxjs'
import {expect, it} from 'vitest'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import {PICTURE_BYTES} from '../../../contract/limits'
import type {Picture} from '../../../src/domain/wall/places/pictures'
import {connected} from '../../../src/machines/ports'
import {type PictureOfPanel, pictureLibraryMachine, type SendingEvent} from '../../../src/machines/wall/pictureLibrary'

const picture = (id: string): Picture => ({id, name: `${id}.png`, width: 2, height: 2, size: 9, uploadedAt: 0})
const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'hall.png')

interface Calls {
  read?: () => Promise<readonly Picture[]>
  remove?: () => Promise<void>
}

function createLibrary({read = async () => [picture('b')], remove = async () => {}}: Calls = {}) {
  const sending = new Subject<SendingEvent>()
  const chosen: PictureOfPanel[] = []
  const logic = connected(pictureLibraryMachine)({
    actors: {
      readPictures: fromPromise(read),
      send: fromEventObservable(() => sending),
      remove: fromPromise(remove),
    },
  })
  const library = createActor(logic, {input: {organisationId: 'o', choose: each => chosen.push(each)}}).start()
  const states = () => Object.values(library.getSnapshot().value).join(' ')
  const ids = () => library.getSnapshot().context.pictures.map(({id}) => id)
  return {library, sending, chosen, states, ids, context: () => library.getSnapshot().context}
}

const settled = () => new Promise(resolve => setTimeout(resolve))

it('reads the pictures, and again on request', async () => {
  let isBroken = true
  const {library, states, ids, context} = createLibrary({
    read: async () => {
      if (isBroken) throw new Error('broken')
      return [picture('a')]
    },
  })
  await settled()
  expect([states(), context().message]).toEqual(['unread idle none', 'The pictures could not be loaded.'])
  isBroken = false
  library.send({type: 'retry.requested'})
  await settled()
  expect([states(), ids()]).toEqual(['read idle none', ['a']])
})

it('has what is uploaded, and says which panel it is for', async () => {
  const {library, sending, chosen, states, ids, context} = createLibrary()
  await settled()
  library.send({type: 'file.chosen', file: fileOf(9), panel: 'plan'})
  sending.next({type: 'bytes.sent', bytes: 4})
  expect([states(), context().sent]).toEqual(['read sending none', 4])
  sending.next({type: 'picture.stored', picture: picture('a')})
  expect([states(), ids()]).toEqual(['read idle none', ['a', 'b']])
  expect(chosen).toEqual([{panel: 'plan', picture: 'a'}])
})

it('keeps what is uploaded while the list is read', async () => {
  const {library, sending, ids} = createLibrary()
  library.send({type: 'file.chosen', file: fileOf(9), panel: 'plan'})
  sending.next({type: 'picture.stored', picture: picture('c')})
  await settled()
  expect(ids()).toEqual(['b', 'c'])
})

it('sends a refused file again on request, and forgets it when that is not wanted', () => {
  const {library, sending, states, context} = createLibrary()
  library.send({type: 'file.chosen', file: fileOf(9), panel: 'plan'})
  sending.next({type: 'sending.failed', error: new Error('cut')})
  expect([states(), context().message]).toEqual(['reading refused none', 'The picture could not be uploaded.'])
  library.send({type: 'retry.requested'})
  expect([states(), context().message]).toEqual(['reading sending none', null])
  library.send({type: 'cancel.requested'})
  expect([states(), context().upload, sending.observed]).toEqual(['reading idle none', null, false])
})

it('sends no file that is too large', () => {
  const {library, sending, states, context} = createLibrary()
  library.send({type: 'file.chosen', file: fileOf(PICTURE_BYTES + 1), panel: 'plan'})
  expect([states(), context().message]).toEqual(['reading refused none', 'A picture has at most 10 MB.'])
  library.send({type: 'retry.requested'})
  expect([states(), sending.observed]).toEqual(['reading refused none', false])
})

it('removes a picture once that is confirmed', async () => {
  const {library, states, ids} = createLibrary()
  await settled()
  library.send({type: 'removal.requested', picture: 'b'})
  library.send({type: 'removal.cancelled'})
  expect(states()).toBe('read idle none')
  library.send({type: 'removal.requested', picture: 'b'})
  library.send({type: 'removal.confirmed'})
  expect(states()).toBe('read idle removing')
  await settled()
  expect([states(), ids()]).toEqual(['read idle none', []])
})

it('keeps a picture that could not be removed, and says so', async () => {
  const {library, ids, context} = createLibrary({remove: () => Promise.reject(new Error('broken'))})
  await settled()
  library.send({type: 'removal.requested', picture: 'b'})
  library.send({type: 'removal.confirmed'})
  await settled()
  expect([ids(), context().message]).toEqual([['b'], 'The picture could not be removed.'])
})
