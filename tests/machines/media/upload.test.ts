import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {fromEventObservable} from 'xstate'
import type {Failure} from '../../../src/domain/failure'
import {type PreparedUpload, uploadMachine} from '../../../src/machines/media/upload'
import type {SendingEvent} from '../../../src/streams/media/sending'
import {createCalls} from '../calls'
import {createParent} from '../parent'

const FILE = new File(['0123456789'], 'film.mp4', {type: 'video/mp4'})
const PREPARED: PreparedUpload = {
  assetId: 'a1',
  pictureId: 'p1',
  duration: 2000,
  picture: new Blob(['jpeg']),
  pictureUrl: 'data:,',
  unseen: null,
}
const UNSEEN: PreparedUpload = {...PREPARED, duration: null, picture: null, pictureUrl: null, unseen: 'unplayable'}

class Failed extends Error implements Failure {
  readonly kind: Failure['kind']
  readonly status: number | null
  readonly serverMessage: string | null
  constructor(failure: Partial<Failure>) {
    super()
    this.kind = failure.kind ?? 'refused'
    this.status = failure.status ?? null
    this.serverMessage = failure.serverMessage ?? null
  }
}
const AWAY = new Failed({kind: 'unreachable'})

function createUpload() {
  const prepare = createCalls<PreparedUpload, {file: File}>()
  const picture = createCalls<void, PreparedUpload>()
  const sendings: Subject<SendingEvent>[] = []
  const retries: {tries: number; due: () => void}[] = []
  const discarded: File[] = []
  const forgotten: File[] = []
  const logic = uploadMachine.provide({
    actors: {
      prepare: prepare.logic,
      storePicture: picture.logic,
      send: fromEventObservable(() => {
        const sending = new Subject<SendingEvent>()
        sendings.push(sending)
        return sending
      }),
      backOff: fromEventObservable(({input: {tries}}) => {
        const retry = new Subject<{type: 'retry.due'}>()
        retries.push({tries, due: () => retry.next({type: 'retry.due'})})
        return retry
      }),
    },
    actions: {discard: (_, {file}) => discarded.push(file), forget: (_, {file}) => forgotten.push(file)},
  })
  const {child: upload, heard: told} = createParent(logic, {id: 7, file: FILE})
  return {
    prepare,
    picture,
    upload,
    retries,
    discarded,
    forgotten,
    told,
    turn: () => upload.send({type: 'turn.given'}),
    cancel: () => upload.send({type: 'cancel.requested'}),
    retry: () => upload.send({type: 'retry.requested'}),
    tell: (event: SendingEvent) => sendings.at(-1)?.next(event),
    sendings: () => sendings.length,
    now: () => upload.getSnapshot().value,
    context: () => upload.getSnapshot().context,
    phases: () => told.map(event => ('phase' in event ? event.phase : event.type)),
  }
}

async function createSending(prepared = PREPARED) {
  const upload = createUpload()
  upload.turn()
  await upload.prepare.answer(prepared)
  return upload
}

describe('an upload', () => {
  it('waits for its turn, is read and sent, and is ready when the server has the video and its picture', async () => {
    const {now, turn, prepare, tell, picture, phases} = createUpload()
    expect(now()).toBe('waiting')
    turn()
    expect(now()).toBe('reading')
    await prepare.answer(PREPARED)
    expect(now()).toEqual({sending: 'going'})
    tell({type: 'bytes.sent', bytes: 4, at: 1000})
    expect(now()).toEqual({sending: 'going'})
    tell({type: 'bytes.sent', bytes: 10, at: 2000})
    expect(now()).toEqual({sending: 'storing'})
    tell({type: 'file.stored'})
    expect([now(), picture.asked]).toEqual(['illustrating', [PREPARED]])
    await picture.answer()
    expect(now()).toBe('ready')
    expect(phases()).toEqual(['waiting', 'underWay', 'underWay', 'underWay', 'underWay', 'video.stored', 'ready'])
  })

  it('is ready without a picture where the browser can’t play the file', async () => {
    const {now, tell} = await createSending(UNSEEN)
    tell({type: 'file.stored'})
    expect(now()).toBe('ready')
  })

  it('that is cut goes on by itself, each time after a longer pause, and keeps what it has sent', async () => {
    const {now, tell, retries, context, sendings} = await createSending()
    tell({type: 'bytes.sent', bytes: 6, at: 1000})
    for (const tries of [1, 2]) {
      tell({type: 'sending.failed', error: AWAY})
      expect([now(), retries.at(-1)?.tries, context().progress.bytes]).toEqual(['interrupted', tries, 6])
      retries.at(-1)?.due()
      expect(now()).toEqual({sending: 'going'})
    }
    tell({type: 'bytes.sent', bytes: 7, at: 9000})
    tell({type: 'sending.failed', error: AWAY})
    expect([retries.at(-1)?.tries, sendings()]).toEqual([1, 3])
  })

  it.each([409, 423, 429])('takes %d for something that passes', async status => {
    const {now, tell} = await createSending()
    tell({type: 'sending.failed', error: new Failed({status})})
    expect(now()).toBe('interrupted')
  })

  it('goes back to sending when it had to begin anew after all had been sent', async () => {
    const {now, tell, retries} = await createSending()
    tell({type: 'bytes.sent', bytes: 10, at: 1000})
    tell({type: 'sending.failed', error: AWAY})
    retries.at(-1)?.due()
    expect(now()).toEqual({sending: 'storing'})
    tell({type: 'bytes.sent', bytes: 3, at: 2000})
    expect(now()).toEqual({sending: 'going'})
  })

  it.each([400, 403, 413, 415])('that is refused for good by %d says why, and is not offered again', async status => {
    const {now, tell, retry, context, phases, forgotten, upload} = await createSending()
    tell({type: 'sending.failed', error: new Failed({status, serverMessage: 'Only video files can be uploaded.'})})
    expect([now(), context().message, phases().at(-1)]).toEqual([
      'refused',
      'Only video files can be uploaded.',
      'refused',
    ])
    expect([upload.getSnapshot().can({type: 'retry.requested'}), forgotten]).toEqual([false, [FILE]])
    retry()
    expect(now()).toBe('refused')
  })

  it.each([
    [new Failed({status: 507, serverMessage: 'The disk is full.'}), 'The disk is full.'],
    [new Failed({status: 500}), 'Upload failed'],
  ])('that has failed says why, and is sent again on demand', async (error, message) => {
    const {now, tell, retry, turn, context, phases, prepare} = await createSending()
    tell({type: 'sending.failed', error})
    expect([now(), context().message, phases().at(-1)]).toEqual(['failed', message, 'failed'])
    retry()
    expect([now(), context().message]).toEqual(['waiting', null])
    turn()
    expect([now(), prepare.asked.length]).toEqual([{sending: 'going'}, 1])
  })

  it('whose picture could not be stored sends only that again', async () => {
    const {now, tell, picture, retries, retry, turn, sendings} = await createSending()
    tell({type: 'file.stored'})
    await picture.fail(AWAY)
    expect(now()).toBe('interrupted')
    retries.at(-1)?.due()
    expect(now()).toBe('illustrating')
    await picture.fail(new Failed({status: 500}))
    expect(now()).toBe('failed')
    retry()
    turn()
    await picture.answer()
    expect([now(), sendings(), picture.asked.length]).toEqual(['ready', 1, 3])
  })

  it('whose picture is refused for good is ready without it', async () => {
    const {now, tell, picture, context} = await createSending()
    tell({type: 'file.stored'})
    await picture.fail(new Failed({status: 400}))
    expect([now(), context().prepared]).toEqual([
      'ready',
      {...PREPARED, picture: null, pictureUrl: null, unseen: 'refused'},
    ])
  })

  it('that can’t be prepared has failed', async () => {
    const {now, turn, prepare, context} = createUpload()
    turn()
    await prepare.fail()
    expect([now(), context().message]).toEqual(['failed', 'Upload failed'])
  })

  it('can be cancelled until the server has the video, and begun anew', async () => {
    const waiting = createUpload()
    waiting.cancel()
    expect(waiting.now()).toBe('cancelled')
    const reading = createUpload()
    reading.turn()
    reading.cancel()
    expect(reading.now()).toBe('cancelled')
    const cut = await createSending()
    cut.tell({type: 'sending.failed', error: AWAY})
    cut.cancel()
    expect(cut.now()).toBe('cancelled')
    const stored = await createSending()
    stored.tell({type: 'file.stored'})
    stored.cancel()
    expect(stored.now()).toBe('illustrating')
    const sending = await createSending()
    sending.tell({type: 'bytes.sent', bytes: 5, at: 0})
    sending.cancel()
    expect([sending.now(), sending.discarded, sending.context().progress.bytes]).toEqual(['cancelled', [FILE], 0])
    sending.retry()
    sending.turn()
    expect(sending.now()).toBe('reading')
  })
})
