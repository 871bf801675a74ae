import {type ComponentType, createElement} from 'react'
import {map, NEVER, type Observable, Subject} from 'rxjs'
import {fromEventObservable, fromPromise} from 'xstate'
import type {StoredList} from '../../../contract/rules/lists/storedList'
import type {Milliseconds} from '../../../contract/wire/common'
import {loadLinkedWall} from '../../api/wall/wallLinks'
import type {WallFacts} from '../../domain/wall/board'
import {DEFAULT_WALL_VIEW, type WallView} from '../../domain/wall/view'
import {WALLS, type Wall} from '../../domain/wall/walls'
import type {ListChange} from '../../machines/listAttribute'
import {connected} from '../../machines/ports'
import type {WallLogic} from '../../machines/wall/wall'
import {wallsMachine} from '../../machines/wall/walls'
import {pollTicks, visibility} from '../../streams/ticks'
import {WallScreen} from '../../ui/wall/WallScreen'
import {createKiosk} from './kiosk'
import {createPanelSources} from './panelSources'
import {createTabStateStore, type TabStateStore} from './tabState'
import {createShownWallLogic, type WallConnections} from './wall'

const WALL_PERIOD: Milliseconds = 60_000
const UNCHANGED: Observable<{type: 'address.changed'; view: WallView}> = NEVER

/** The one wall that the link of this screen shows. Nothing on it can be changed. */
export function createLinkedWallScreen(connections: WallConnections): ComponentType {
  const stored = createTabStateStore()
  const wallChanges = new Subject<void>()
  const parts = {
    logic: createLinkedWallLogic(connections, {stored, onChanged: () => wallChanges.next()}),
    now: connections.serverClock.now,
    kiosk: createKiosk({...connections, stored, wallChanges}),
    card: null,
    links: null,
    viewOf: () => ({...DEFAULT_WALL_VIEW, isKiosk: true}),
    stored: stored.read,
    sources: createPanelSources(connections),
  }
  return () => createElement(WallScreen, parts)
}

interface LinkedWallParts {
  stored: TabStateStore
  /** Another wall may have other devices, which are read when the page is opened. */
  onChanged: () => void
}

function createLinkedWallLogic(connections: WallConnections, {stored, onChanged}: LinkedWallParts): WallLogic {
  const {http} = connections
  let opened: string | undefined

  async function readWall(signal: AbortSignal): Promise<StoredList<Wall>> {
    const stored = await loadLinkedWall(http, WALLS, {signal})
    const list = {...stored, items: stored.items.map(wall => ({...wall, isHome: true}))}
    const read = JSON.stringify(list.items)
    opened ??= read
    if (read !== opened) onChanged()
    return list
  }

  return createShownWallLogic(connections, stored, {
    walls: connected(wallsMachine)({
      actors: {
        readList: fromPromise(({signal}) => readWall(signal)),
        writeList: fromPromise(() => Promise.reject(new Error('A wall link writes nothing'))),
        changes: fromEventObservable(() =>
          pollTicks(WALL_PERIOD, visibility(document)).pipe(map((): ListChange<Wall> => ({type: 'change.suspected'}))),
        ),
      },
      actions: {showOutcome: () => {}},
    }),
    firstWall: NEVER,
    addressChanges: fromEventObservable(() => UNCHANGED),
    loadFacts: fromPromise(async (): Promise<WallFacts> => ({customers: new Map()})),
    pushToUrl: () => {},
  })
}
