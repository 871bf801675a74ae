import {filter, firstValueFrom, fromEvent} from 'rxjs'
import {uuidv7} from 'uuidv7'
import {createActor, fromCallback, fromEventObservable, fromPromise} from 'xstate'
import * as z from 'zod/mini'
import {isPulsewall} from '../../../contract/rules/offer'
import {DAY} from '../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {
  type BegunUpload,
  type BegunUploads,
  begunUpload,
  discardUpload,
  forgetUpload,
  type Sending,
  uploadResumable,
  uploadThumbnail,
  uploadVideo,
} from '../../api/media/uploads'
import {loadCurrentUser} from '../../api/session/user'
import {isRefusedWith} from '../../domain/failure'
import {isServerKnown, type KnownLink} from '../../domain/link'
import type {ReadVideo, UnfinishedUpload, Unseen} from '../../domain/media/upload'
import {type PreparedUpload, uploadMachine} from '../../machines/media/upload'
import {type UploadsRef, uploadsMachine} from '../../machines/media/uploads'
import {connected} from '../../machines/ports'
import {backOff} from '../../streams/backOff'
import {sending} from '../../streams/media/sending'
import type {KeyValueStorage} from '../accessTokenMark'
import {ask} from '../ask'
import type {UploadsConnections} from '../shell/uploadsOfUser'

/** Starts the uploads of a user, which go on until they are stopped, whatever screen is open. */
export function startUploads(connections: UploadsConnections): UploadsRef {
  const {http, storage, userId} = connections
  const begun = createBegunUploads(storage, Date.now)
  let known: Promise<KnownLink> | undefined
  /** Is asked for once: a file that is sent in one way goes on in the same way, also while the server is away. */
  async function offersMedia() {
    known ??= firstValueFrom(connections.links.pipe(filter(isServerKnown)))
    return isPulsewall((await known).offer)
  }
  const fingerprint = (file: File) => fingerprintOf(userId, file)

  async function send({file, assetId: id, duration}: PreparedUpload & {file: File}, way: Sending) {
    const video = {file, id, duration}
    if (!(await offersMedia())) return await uploadVideo(http, video, way)
    const server = {apiBase: connections.config.apiBase, begun}
    await withAccess(() => uploadResumable(server, {...video, fingerprint: fingerprint(file)}, way))
  }

  /** Uploads by tus don't go by `http`, which alone renews the access. */
  async function withAccess(call: () => Promise<void>) {
    try {
      await call()
    } catch (error) {
      if (!isRefusedWith(error, 401)) throw error
      await loadCurrentUser(http)
      await call()
    }
  }

  const upload = connected(uploadMachine)({
    actors: {
      prepare: fromPromise(async ({input: {file}, signal}) => {
        const before = begun.all().find(upload => upload.fingerprint === fingerprint(file))
        return {...(await readVideo(file, signal)), assetId: before?.metadata.id ?? uuidv7(), pictureId: uuidv7()}
      }),
      send: fromEventObservable(({input}) => sending(way => send(input, way))),
      storePicture: ask(http, async (_, {assetId, pictureId, picture}, options) => {
        if (picture === null || !(await offersMedia())) return
        await uploadThumbnail(http, {videoId: assetId, id: pictureId, picture}, options)
      }),
      backOff: fromEventObservable(({input}) => backOff(input.tries, Math.random)),
    },
    actions: {
      discard: (_, {file}) => void discardUpload(begun, fingerprint(file)),
      forget: (_, {file}) => void forgetUpload(begun, fingerprint(file)),
    },
  })
  return createActor(
    connected(uploadsMachine)({
      actors: {
        upload,
        leaveWarning: fromCallback(() => {
          const warnings = fromEvent<BeforeUnloadEvent>(window, 'beforeunload').subscribe(event =>
            event.preventDefault(),
          )
          return () => warnings.unsubscribe()
        }),
      },
      actions: {
        forgetUnfinished: (_, {key}) => void discardUpload(begun, key),
      },
    }),
    {input: {unfinished: unfinishedOf(userId, begun.all())}},
  ).start()
}

const KEY = 'pulsewall.uploads'

/** The server keeps an unfinished upload for a day. */
const LIFETIME: Milliseconds = DAY

const stored = z.array(begunUpload)

/** Keeps in the browser which uploads of a user have begun, for the pages that come after this one. */
function createBegunUploads(storage: KeyValueStorage, now: () => EpochMs): BegunUploads {
  const isStored = ({creationTime}: BegunUpload) => Date.parse(creationTime) + LIFETIME > now()
  return {
    all: () => read(storage.getItem(KEY)).filter(isStored),
    keep: uploads => storage.setItem(KEY, JSON.stringify(uploads)),
  }
}

function read(text: string | null): BegunUpload[] {
  try {
    return stored.parse(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}

/** Tells a file of a user from all others that may be chosen. */
const fingerprintOf = (userId: string, {name, type, size, lastModified}: File): string =>
  JSON.stringify([userId, name, type, size, lastModified])

const unfinishedOf = (userId: string, begun: readonly BegunUpload[]): UnfinishedUpload[] =>
  begun
    .filter(({fingerprint}) => fingerprint.startsWith(JSON.stringify([userId]).slice(0, -1)))
    .map(({fingerprint, metadata, size}) => ({key: fingerprint, name: metadata.filename ?? '', size: size ?? 0}))

const unreadable = (unseen: Unseen): ReadVideo => ({duration: null, picture: null, pictureUrl: null, unseen})

/** A large video on a slow machine takes its time; one that can't be played says so at once. */
const PATIENCE: Milliseconds = 60_000
/** Twice the width at which it is shown. */
const PICTURE_WIDTH = 480
const QUALITY = 0.8

/** Makes out how long a video is and draws a picture of it, as far as this browser can play it. Never rejects. */
async function readVideo(file: Blob, signal: AbortSignal): Promise<ReadVideo> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
  const happened = (name: string) => event(video, name, patience)
  try {
    video.muted = true
    video.preload = 'auto'
    video.src = url
    await happened('loadeddata')
    const duration = await durationOf(video, happened)
    const shown = happened('seeked')
    video.currentTime = Math.min(1, (duration ?? 0) / 2000)
    await shown
    return {duration, ...(await pictureOf(video))}
  } catch {
    return unreadable(patience.aborted ? 'slow' : 'unplayable')
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

/** The length of a recording is only known after its end was looked for. */
async function durationOf(video: HTMLVideoElement, happened: (name: string) => Promise<void>) {
  if (video.duration === Number.POSITIVE_INFINITY) {
    const known = happened('durationchange')
    video.currentTime = Number.MAX_SAFE_INTEGER
    await known
  }
  return Number.isFinite(video.duration) ? Math.max(1, Math.round(video.duration * 1000)) : null
}

async function pictureOf(video: HTMLVideoElement): Promise<Omit<ReadVideo, 'duration'>> {
  const {videoWidth, videoHeight} = video
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(PICTURE_WIDTH, videoWidth)
  canvas.height = Math.round((canvas.width * videoHeight) / videoWidth)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const picture = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  if (picture === null) return unreadable('unplayable')
  return {picture, pictureUrl: canvas.toDataURL('image/jpeg', QUALITY), unseen: null}
}

function event(video: HTMLVideoElement, name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(video.error ?? new Error(`The video did not come to '${name}'`))
    video.addEventListener(name, () => resolve(), {once: true, signal})
    video.addEventListener('error', fail, {once: true, signal})
    signal.addEventListener('abort', fail, {once: true})
    if (signal.aborted) fail()
  })
}
