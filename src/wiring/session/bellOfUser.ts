import type {BellRef} from '../../machines/alarms/bell'
import type {SessionRef} from '../../machines/session/session'
import type {AddressRouter} from '../addressZone'
import type {Connections} from '../connections'
import type {KeyValueStorage} from './accessTokenMark'
import {whileSignedIn} from './whileSignedIn'

export interface BellConnections extends Pick<Connections, 'http' | 'feed' | 'links' | 'serverClock'> {
  storage: KeyValueStorage
  router: () => AddressRouter
}

/** Loads the code that tells a user of alarms. */
export type LoadBell = () => Promise<{startBell(connections: BellConnections): BellRef}>

export const createBellOfUser = (
  connections: BellConnections,
  {session, load}: {session: SessionRef; load: LoadBell},
): Connections['bell'] => whileSignedIn(session, async () => (await load()).startBell(connections))
