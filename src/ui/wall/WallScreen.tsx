import {useActorRef, useSelector} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import type {EpochMs} from '../../../contract/wire/common'
import {mayReadCustomers} from '../../domain/telemetry/devices/deviceFacts'
import type {CurrentUser} from '../../domain/user'
import type {TabState} from '../../domain/wall/reloads'
import type {WallView} from '../../domain/wall/view'
import type {KioskRef} from '../../machines/wall/kiosk'
import type {PanelSources} from '../../machines/wall/panelSources'
import type {WallLogic} from '../../machines/wall/wall'
import {useApplication} from '../kit/application'
import type {LoadDeviceCard} from './DevicePanel'
import {type LoadWallLinks, Wall} from './Wall'

export interface WallScreenProps {
  logic: WallLogic
  /** The time on the server's clock, or in a replay the moment that is shown. */
  now(): EpochMs
  /** Keeps the page alive in a kiosk; it is started when it is first requested. */
  kiosk: () => KioskRef
  links: LoadWallLinks | null
  /** Null where nobody may do anything about a device. */
  card: LoadDeviceCard | null
  /** Tells whether the wall is the user's own, who may change it whatever the authority. */
  isOwn?: boolean
  sources: PanelSources
  viewOf: (search: string) => WallView
  /** Returns the state stored when the page was loaded again. */
  stored: () => TabState
}

export function WallScreen(props: WallScreenProps) {
  const {session} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <RunningWall {...props} user={user} />
}

/** Starts the machine of the wall. Leaving the screen stops it and all that it invoked. */
function RunningWall({
  logic,
  now,
  kiosk,
  links,
  card,
  viewOf,
  stored,
  sources,
  isOwn = false,
  user,
}: WallScreenProps & {user: CurrentUser}) {
  const {config, zone} = useApplication()
  const {search} = useLocation()
  const {turn, isPaused} = stored()
  const input = {
    user,
    zone,
    view: viewOf(search),
    lateAfter: config.lateAfter,
    now: now(),
    stored: {turn, isPaused},
    mayReadCustomers: mayReadCustomers(user.authority),
  }
  return (
    <Wall wall={useActorRef(logic, {input})} kiosk={kiosk} links={links} card={card} isOwn={isOwn} sources={sources} />
  )
}
