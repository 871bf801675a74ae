import {filter, type Observable, Subject, take} from 'rxjs'
import type {UploadsRef} from '../../machines/media/uploads'
import type {SessionRef} from '../../machines/session'
import type {KeyValueStorage} from '../accessTokenMark'
import type {Connections, UploadsSource} from '../connections'
import {snapshotsOf} from '../links'
import {whileSignedIn} from '../session/whileSignedIn'

export interface UploadsConnections extends Pick<Connections, 'config' | 'http' | 'links'> {
  storage: KeyValueStorage
  userId: string
}

/** Loads the code that starts the uploads of a user. */
export type LoadUploads = () => Promise<{startUploads(connections: UploadsConnections): UploadsRef}>

export interface UploadsOfUser extends UploadsSource {
  /** Emits when a file was chosen for the first time in a session. */
  begun: Observable<void>
}

export function createUploadsOfUser(
  connections: Omit<UploadsConnections, 'userId'>,
  {session, load}: {session: SessionRef; load: LoadUploads},
): UploadsOfUser {
  const begun = new Subject<void>()
  async function begin(): Promise<UploadsRef> {
    const {startUploads} = await load()
    const uploads = startUploads({...connections, userId: session.getSnapshot().context.user?.id ?? ''})
    snapshotsOf(uploads)
      .pipe(
        filter(({context}) => context.uploads.length > 0),
        take(1),
      )
      .subscribe(() => begun.next())
    return uploads
  }
  return {begun, open: whileSignedIn(session, begin)}
}
