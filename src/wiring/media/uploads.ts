import {filter, firstValueFrom, fromEvent} from 'rxjs'
import {uuidv7} from 'uuidv7'
import {createActor, fromCallback, fromEventObservable, fromPromise} from 'xstate'
import {isPulsewall} from '../../../contract/rules/offer'
import {
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
import {type PreparedUpload, uploadMachine} from '../../machines/media/upload'
import {type UploadsRef, uploadsMachine} from '../../machines/media/uploads'
import {connected} from '../../machines/ports'
import {backOff} from '../../streams/backOff'
import {sending} from '../../streams/media/sending'
import {ask} from '../ask'
import type {UploadsConnections} from '../shell/uploadsOfUser'
import {createBegunUploads, fingerprintOf, unfinishedOf} from './begunUploads'
import {readVideo} from './readVideo'

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
