import {map, merge, NEVER, Observable, Subject} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {isPulsewall} from '../../../contract/rules/offer'
import type {Options} from '../../api/http'
import {loadPicture, loadPictures, removePicture, uploadPicture} from '../../api/wall/pictures'
import {connected} from '../../machines/ports'
import type {RefreshDue, RefreshPause} from '../../machines/resource'
import {pictureLibraryMachine, type SendingEvent} from '../../machines/wall/pictureLibrary'
import {shownPictureMachine} from '../../machines/wall/shownPicture'
import {pollTicks, visibility} from '../../streams/ticks'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'

interface PictureRef {
  organisationId: string | null
  id: string
}

/** The pictures that walls show. Each has one address in this page, as long as it is there. */
export function createPictures(connections: Pick<Connections, 'http' | 'links'>) {
  const {http} = connections
  const addresses = new Map<string, string>()
  const removals = new Subject<void>()

  async function addressOf({organisationId, id}: PictureRef, options: Options): Promise<string | null> {
    const bytes = organisationId === null ? null : await loadPicture(http, {organisationId, id}, options)
    const known = addresses.get(id)
    if (bytes === null) {
      if (known !== undefined) URL.revokeObjectURL(known)
      addresses.delete(id)
      return null
    }
    const address = known ?? URL.createObjectURL(bytes)
    addresses.set(id, address)
    return address
  }

  const sending = ({organisationId, file}: {organisationId: string; file: File}) =>
    new Observable<SendingEvent>(events => {
      const aborting = new AbortController()
      const onSent = (bytes: number) => events.next({type: 'bytes.sent', bytes})
      uploadPicture(http, {organisationId, file}, {signal: aborting.signal, onSent}).then(
        picture => events.next({type: 'picture.stored', picture}),
        error => events.next({type: 'sending.failed', error}),
      )
      return () => aborting.abort()
    })

  return {
    shown: connected(shownPictureMachine)({
      actors: {
        ...resourceSources(connections),
        // What is removed here is gone on this page at once.
        refreshes: fromEventObservable<RefreshDue, RefreshPause>(({input: {pause}}) =>
          merge(removals, pause === null ? NEVER : pollTicks(pause, visibility(document))).pipe(map(() => DUE)),
        ),
        load: ask(http, async (_, {question: {organisationId, picture}, offer}, options) => ({
          url: isPulsewall(offer) ? await addressOf({organisationId, id: picture}, options) : null,
        })),
      },
    }),
    library: connected(pictureLibraryMachine)({
      actors: {
        readPictures: ask(http, async (_, {organisationId}, options) =>
          organisationId === null ? [] : loadPictures(http, {organisationId}, options),
        ),
        send: fromEventObservable(({input}) => sending(input)),
        remove: ask(http, async (_, removed, options) => {
          await removePicture(http, removed, options)
          removals.next()
        }),
      },
    }),
  }
}

const DUE: RefreshDue = {type: 'refresh.due'}
