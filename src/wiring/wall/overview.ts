import {type ComponentType, createElement} from 'react'
import {map, NEVER} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {LIVE_UPDATE_PERIOD} from '../../../contract/limits'
import {loadOverview, type OwnOverview, saveOverview} from '../../api/wall/overview'
import {createOverview} from '../../domain/wall/overview'
import {wallViewFromSearch} from '../../domain/wall/view'
import type {Wall} from '../../domain/wall/walls'
import type {ListChange} from '../../machines/listAttribute'
import {connected} from '../../machines/ports'
import type {SessionRef} from '../../machines/session'
import {createOverviewMachine} from '../../machines/wall/walls'
import {pollTicks, visibility} from '../../streams/ticks'
import {WallScreen} from '../../ui/wall/WallScreen'
import {ask} from '../ask'
import {createKiosk} from './kiosk'
import {createPanelSources} from './panelSources'
import {createTabStateStore} from './tabState'
import {createWallLogic, type DeviceCardPart, type WallConnections} from './wall'

type OverviewConnections = WallConnections & DeviceCardPart & {session: SessionRef}

/** A wall that each user may make something else of, for nobody else. */
export function createOverviewScreen(connections: OverviewConnections): ComponentType {
  const stored = createTabStateStore()
  const parts = {
    logic: createWallLogic(connections, {
      stored,
      pathname: '/overview',
      walls: createOverviewLogic(connections),
      firstWall: NEVER,
    }),
    now: connections.serverClock.now,
    kiosk: createKiosk({...connections, stored, wallChanges: NEVER}),
    card: connections.deviceCard,
    links: null,
    isOwn: true,
    viewOf: wallViewFromSearch,
    stored: stored.read,
    sources: createPanelSources(connections),
  }
  return () => createElement(WallScreen, parts)
}

function createOverviewLogic({http, toasts, session}: OverviewConnections) {
  const authority = session.getSnapshot().context.user?.authority ?? ''
  const rules = createOverview(authority)
  const listOf = ({wall, version}: OwnOverview) => rules.read(wall === null ? [] : [wall], version)
  return connected(createOverviewMachine(authority))({
    actors: {
      readList: ask(http, async (_, _owner, options) => listOf(await loadOverview(http, options))),
      writeList: ask(http, async (_, {list}, options) => {
        const [wall = null] = rules.write(list)
        return listOf(await saveOverview(http, {wall, version: list.version ?? 0}, options))
      }),
      changes: fromEventObservable(() =>
        pollTicks(LIVE_UPDATE_PERIOD, visibility(document)).pipe(
          map((): ListChange<Wall> => ({type: 'change.suspected'})),
        ),
      ),
    },
    actions: {showOutcome: (_, {text}) => toasts.send({type: 'outcome.reported', kind: 'failed', text})},
  })
}
