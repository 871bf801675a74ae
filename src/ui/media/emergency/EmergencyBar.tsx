import {Button} from '@mantine/core'
import {shallowEqual, useSelector} from '@xstate/react'
import {useMemo} from 'react'
import type {Emergency} from '../../../../contract/rules/media/emergency'
import {reachOf} from '../../../domain/media/emergency'
import type {DeviceStatusRef} from '../../../machines/media/deviceStatus'
import type {EmergencyRef} from '../../../machines/media/emergency'
import type {EmergenciesRef} from '../../../machines/media/lists'
import type {MediaRef} from '../../../machines/media/media'
import {useApplication} from '../../kit/application'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {StatusMark} from '../../kit/mark/StatusMark'
import styles from './Emergency.module.css'
import {texts} from './texts'

/** What the screens show because of an emergency, and how many do. */
export function EmergencyBar({media}: {media: MediaRef}) {
  const emergency = useSelector(media, s => s.children.emergency)
  const emergencies = useSelector(emergency, s => s?.children.emergencies)
  if (emergency === undefined || emergencies === undefined) return null
  return (
    <>
      <Unread emergencies={emergencies} />
      <Running media={media} emergency={emergency} emergencies={emergencies} />
    </>
  )
}

function Unread({emergencies}: {emergencies: EmergenciesRef}) {
  const {isFailed, isRetrying} = useTried(
    useSelector(emergencies, s => s.matches({list: 'unread'})),
    useSelector(emergencies, s => s.matches({list: 'reading'})),
  )
  if (!isFailed) return null
  return (
    <div role="alert" className={styles.unread}>
      <span>{texts.failed}</span>
      <RetryButton isBusy={isRetrying} onClick={() => emergencies.send({type: 'retry.requested'})} />
    </div>
  )
}

interface RunningProps {
  media: MediaRef
  emergency: EmergencyRef
  emergencies: EmergenciesRef
}

function Running({media, emergency, emergencies}: RunningProps) {
  const all = useSelector(emergencies, s => s.context.shown.items)
  const running = useSelector(emergency, ({context: {now}}) => all.filter(({until}) => now < until), shallowEqual)
  const status = useSelector(media, s => s.children.status)
  if (running.length === 0) return null
  return (
    <section className={styles.running} aria-label={texts.running}>
      {running.map(each => (
        <div key={each.id} className={styles.emergency} data-drill={each.isDrill || undefined}>
          <Heading media={media} emergency={each} />
          {status !== undefined && <Reached media={media} status={status} emergency={each} />}
          <Lift media={media} emergency={emergency} lifted={each} />
        </div>
      ))}
    </section>
  )
}

function Heading({media, emergency}: {media: MediaRef; emergency: Emergency}) {
  const {formats} = useApplication()
  const {why, by, since, until, groupId, isDrill} = emergency
  const video = useVideoName(media, emergency)
  const groups = useSelector(media, s => s.children.groups)
  const group = useSelector(groups, s => s?.context.groups.find(({id}) => id === groupId)?.name)
  const place = groupId === null ? null : (group ?? texts.unknownGroup)
  const [from, end] = [since, until].map(at => formats.dateTime(at, 'minute'))
  return (
    <div className={styles.heading}>
      <strong>{isDrill ? texts.drillHeading(video, place) : texts.heading(video, place)}</strong>
      <span>
        {texts.because(why, by)}, {texts.times(from ?? '', end ?? '')}
      </span>
    </div>
  )
}

interface ReachedProps {
  media: MediaRef
  status: DeviceStatusRef
  emergency: Emergency
}

function Reached({media, status, emergency}: ReachedProps) {
  const {formats} = useApplication()
  const devices = useSelector(media, s => s.context.devices)
  const groups = useSelector(media, s => s.children.groups)
  const membership = useSelector(groups, s => s?.context.membership)
  const heartbeats = useSelector(status, s => s.context.heartbeats)
  const reports = useSelector(status, s => s.context.reports)
  const statuses = useSelector(status, s => s.context.statuses)
  const reach = useMemo(
    () => reachOf(emergency, {devices, membership: membership ?? new Map(), heartbeats, reports, statuses}),
    [emergency, devices, membership, heartbeats, reports, statuses],
  )
  const {screens, reached, silent, silentSince, missing} = reach
  const since = silentSince === null ? null : formats.dateTime(silentSince, 'minute')
  return (
    <p role="status" className={styles.reach}>
      <StatusMark status={reached === screens ? 'ok' : 'warning'}>
        {emergency.isDrill ? texts.couldShow(reached, screens) : texts.shown(reached, screens)}
      </StatusMark>
      {silent.length > 0 && <span title={silent.join('\n')}>{texts.silent(silent.length, since)}</span>}
      {missing.length > 0 && <span title={missing.join('\n')}>{texts.missing(missing.length)}</span>}
    </p>
  )
}

function Lift({media, emergency, lifted}: {media: MediaRef; emergency: EmergencyRef; lifted: Emergency}) {
  const video = useVideoName(media, lifted)
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={lifted.isDrill ? texts.endDrillOf(video) : texts.liftOne(video)}
      onClick={() => emergency.send({type: 'lift.requested', emergency: lifted})}
    >
      {lifted.isDrill ? texts.endDrill : texts.lift}
    </Button>
  )
}

function useVideoName(media: MediaRef, {videoId}: Emergency): string {
  const videos = useSelector(media, s => s.children.videos)
  return useSelector(videos, s => s?.context.value?.videos.find(({id}) => id === videoId)?.name) ?? texts.unknownVideo
}
