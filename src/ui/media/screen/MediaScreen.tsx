import {useActorRef, useSelector} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import type {EpochMs} from '../../../../contract/wire/common'
import {mediaViewFromSearch} from '../../../domain/media/view'
import type {CurrentUser} from '../../../domain/user'
import type {MediaLogic} from '../../../machines/media/media'
import type {PlaysLogic} from '../../../machines/media/plays'
import type {UploadsRef} from '../../../machines/media/uploads'
import {useApplication} from '../../kit/application'
import type {LoadPlaylistPreview} from '../preview/PlaylistPart'
import {Media} from './Media'

export interface MediaParts {
  media: MediaLogic
  /** The time on the server's clock. */
  now(): EpochMs
  plays: PlaysLogic
  /** The uploads of the signed-in user, on whatever screen. */
  uploads: UploadsRef
  playlistPreview: LoadPlaylistPreview
}

export function MediaScreen({logic}: {logic: MediaParts}) {
  const {session} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <RunningMedia logic={logic} user={user} />
}

/** Starts the machine of the dashboard. Leaving the screen stops it and all that it invoked. */
function RunningMedia({logic: {media, now, ...parts}, user}: {logic: MediaParts; user: CurrentUser}) {
  const {config} = useApplication()
  const {search} = useLocation()
  const input = {user, view: mediaViewFromSearch(search), lateAfter: config.lateAfter, now: now()}
  return <Media media={useActorRef(media, {input})} {...parts} />
}
