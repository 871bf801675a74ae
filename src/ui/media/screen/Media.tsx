import {useSelector} from '@xstate/react'
import {MEDIA_PAGES} from '../../../domain/media/view'
import {mayManage} from '../../../domain/user'
import type {DeviceStatusRef} from '../../../machines/media/deviceStatus'
import type {MediaRef} from '../../../machines/media/media'
import type {PlaysLogic} from '../../../machines/media/plays'
import type {UploadsRef} from '../../../machines/media/uploads'
import {useApplication} from '../../kit/application'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {IconChevronLeft} from '../../kit/mark/icons'
import {PageHeader} from '../../kit/PageHeader'
import {DeviceManagement} from '../devices/DeviceManagement'
import {DevicesColumn} from '../devices/DevicesColumn'
import {EmergencyBar} from '../emergency/EmergencyBar'
import {EmergencySection} from '../emergency/EmergencySection'
import {FallbackDialog} from '../fallback/FallbackDialog'
import {GroupAdmin} from '../groups/GroupAdmin'
import {GroupAssignment} from '../groups/GroupAssignment'
import {GroupsColumn} from '../groups/GroupsColumn'
import {ToGroup} from '../groups/ToGroup'
import {OpeningHoursSection} from '../openingHours/OpeningHoursSection'
import {AssignedColumn} from '../playlist/AssignedColumn'
import {PlaylistColumn} from '../playlist/PlaylistColumn'
import {PlaylistHistory} from '../playlist/PlaylistHistory'
import {Plays} from '../plays/Plays'
import {type LoadPlaylistPreview, PlaylistPart} from '../preview/PlaylistPart'
import {Preview} from '../preview/Preview'
import {texts} from '../texts'
import {DropAnywhere} from '../uploads/DropAnywhere'
import {texts as uploadTexts} from '../uploads/texts'
import {UploadVideo} from '../uploads/UploadVideo'
import {VideosColumn} from '../videos/VideosColumn'
import listStyles from './List.module.css'
import styles from './Media.module.css'
import {Section} from './Section'

interface Props {
  media: MediaRef
  plays: PlaysLogic
  uploads: UploadsRef
  playlistPreview: LoadPlaylistPreview
}

/** The columns of the dashboard. Where there is room for one of them only, the address says which. */
export function Media({media, plays, ...parts}: Props) {
  const page = useSelector(media, s => s.context.view.page)
  const videos = useSelector(media, s => s.children.videos)
  const isManager = useSelector(media, s => mayManage(s.context.user))
  const device = useSelector(media, s => s.context.devices.find(({id}) => id === s.context.view.deviceId)?.name)
  return (
    <DropAnywhere className={styles.screen} page={page} uploads={parts.uploads} videos={videos} mayUpload={isManager}>
      <EmergencyBar media={media} />
      <div className={styles.header}>
        <PageHeader
          title={texts.title}
          {...(device === undefined ? {} : {tab: device})}
          mark={<LinkDown media={media} />}
        />
        <Sections media={media} uploads={parts.uploads} />
        <Pages media={media} />
      </div>
      <Content media={media} device={device} playlistPreview={parts.playlistPreview} />
      <PlaysOf media={media} plays={plays} />
    </DropAnywhere>
  )
}

function Content({media, playlistPreview, device}: Omit<Props, 'plays' | 'uploads'> & {device: string | undefined}) {
  const devices = useSelector(media, s => s.children.devices)
  const isLoaded = useSelector(media, s => s.matches('loaded'))
  const {isFailed, isRetrying} = useTried(
    useSelector(devices ?? media, s => s.matches('failed')),
    useSelector(devices ?? media, s => s.matches('loading')),
  )
  if (isFailed) {
    return (
      <div role="alert" className={styles.message}>
        <p>{texts.devices.failed}</p>
        <RetryButton isBusy={isRetrying} onClick={() => devices?.send({type: 'retry.requested'})} />
      </div>
    )
  }
  if (!isLoaded) {
    return (
      <p role="status" className={styles.message}>
        {texts.devices.loading}
      </p>
    )
  }
  return (
    <>
      <div className={styles.columns}>
        <BackToDevices media={media} device={device} />
        <DevicesColumn media={media} />
        <GroupsColumn media={media} />
        <VideosColumn media={media} />
        <AssignedColumn media={media} />
        <PlaylistColumn media={media} />
        <PreviewColumn media={media} playlistPreview={playlistPreview} />
      </div>
      <GroupAssignment media={media} />
      <PlaylistHistory media={media} />
      <FallbackDialog media={media} />
    </>
  )
}

function Sections({media, uploads}: Pick<Props, 'media' | 'uploads'>) {
  const isLoaded = useSelector(media, s => s.matches('loaded'))
  const videos = useSelector(media, s => s.children.videos)
  const isManager = useSelector(media, s => mayManage(s.context.user))
  const hasUploads = useSelector(uploads, ({context}) => context.choices + context.unfinished.length > 0)
  if (!isManager || !isLoaded) return null
  return (
    <div className={styles.sections}>
      <Section title={uploadTexts.heading} isNeeded={hasUploads}>
        {videos !== undefined && <UploadVideo uploads={uploads} videos={videos} />}
      </Section>
      <DeviceManagement media={media} />
      <GroupAdmin media={media} />
      <OpeningHoursSection media={media} />
      <EmergencySection media={media} />
    </div>
  )
}

function PreviewColumn({media, playlistPreview}: Pick<Props, 'media' | 'playlistPreview'>) {
  const preview = useSelector(media, s => s.children.preview)
  const videos = useSelector(media, s => s.children.videos)
  const size = useSelector(preview, s => s?.context.size)
  return (
    <div className={styles.slot} data-area="preview" data-size={size} style={{gridArea: 'preview'}}>
      {preview !== undefined && (
        <Preview preview={preview} videos={videos}>
          <PlaylistPart media={media} preview={preview} load={playlistPreview} />
          <ToGroup media={media} />
        </Preview>
      )}
    </div>
  )
}

function PlaysOf({media, plays}: Pick<Props, 'media' | 'plays'>) {
  const organisationId = useSelector(media, s => s.context.user.organisationId)
  return organisationId === null ? null : <Plays logic={plays} organisationId={organisationId} />
}

/** The pages where there is room for one column only. */
function Pages({media}: {media: MediaRef}) {
  const shown = useSelector(media, s => s.context.view.page)
  return (
    <nav className={styles.pages} aria-label={texts.pages}>
      {MEDIA_PAGES.filter(page => page !== 'device').map(page => (
        <button
          key={page}
          type="button"
          aria-current={page === shown ? 'page' : undefined}
          onClick={() => media.send({type: 'view.changed', change: {page}})}
        >
          {TITLES[page]()}
        </button>
      ))}
    </nav>
  )
}

const TITLES = {
  devices: () => texts.devices.title,
  groups: () => texts.groups.title,
  videos: () => texts.videos,
  device: () => texts.assigned.title,
}

/** The way back where there is room for one column only, and nothing else names the device. */
function BackToDevices({media, device}: {media: MediaRef; device: string | undefined}) {
  return (
    <div className={styles.back}>
      <button type="button" onClick={() => media.send({type: 'view.changed', change: {page: 'devices'}})}>
        <IconChevronLeft size={16} aria-hidden /> {texts.back}
      </button>
      <bdi className={listStyles.name}>{device}</bdi>
    </div>
  )
}

/** Warns that the content may have changed, and since when. */
function LinkDown({media}: {media: MediaRef}) {
  const status = useSelector(media, s => s.children.status)
  return status === undefined ? null : <AsOf status={status} />
}

function AsOf({status}: {status: DeviceStatusRef}) {
  const {formats} = useApplication()
  const asOf = useSelector(status, s => s.context.asOf)
  return (
    <p role="status" className={styles.linkDown}>
      {asOf !== null && texts.linkDown(formats.time(asOf, 'minute'))}
    </p>
  )
}
