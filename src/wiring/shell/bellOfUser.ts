import type {ComponentType} from 'react'
import type {BellRef} from '../../machines/alarms/bell'
import type {SessionRef} from '../../machines/session'
import type {BellPanelProps} from '../../ui/alarms/bell/BellPanel'
import type {KeyValueStorage} from '../accessTokenMark'
import type {AddressRouter} from '../addressZone'
import type {Connections} from '../connections'
import {whileSignedIn} from '../session/whileSignedIn'

export interface BellConnections extends Pick<Connections, 'http' | 'feed' | 'links' | 'serverClock'> {
  storage: KeyValueStorage
  router: () => AddressRouter
}

/** Loads the code that tells a user of alarms. */
export type LoadBell = () => Promise<{startBell(connections: BellConnections): BellRef}>

/** Loads the code of the list that opens beneath the mark of the bell. */
export type LoadBellPanel = () => Promise<{
  createBellPanel(connections: Connections & {router: AddressRouter}): Promise<ComponentType<BellPanelProps>>
}>

export const createBellOfUser = (
  connections: BellConnections,
  {session, load}: {session: SessionRef; load: LoadBell},
): Connections['bell'] => whileSignedIn(session, async () => (await load()).startBell(connections))
