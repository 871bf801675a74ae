import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {durationText} from '../../../domain/media/measures'
import {type Plays as PlaysRow, sumOf} from '../../../domain/media/play'
import {zoomedIn} from '../../../domain/timeRange/moves'
import {followsNow} from '../../../domain/timeRange/timeRange'
import type {PlaysLogic, PlaysRef} from '../../../machines/media/plays'
import {useApplication} from '../../kit/application'
import {buttons} from '../../kit/buttonTexts'
import {IconDownload} from '../../kit/icons'
import {NoticeButton} from '../../kit/Notice'
import {Panel} from '../../kit/Panel'
import {Skeleton} from '../../kit/Skeleton'
import spoken from '../../kit/Spoken.module.css'
import {TimeText} from '../../kit/TimeText'
import {MeasuredTable} from '../../kit/table/MeasuredTable'
import {TimeRangeControl} from '../../kit/timeRange/TimeRangeControl'
import styles from './Plays.module.css'
import {texts} from './texts'

/** What the screens say they have played. */
export function Plays({logic, organisationId}: {logic: PlaysLogic; organisationId: string}) {
  const {zone} = useApplication()
  const plays = useActorRef(logic, {input: {organisationId, zone}})
  return (
    <Panel title={texts.heading} actions={<SaveButton plays={plays} />}>
      <Range plays={plays} zone={zone} />
      <Missed plays={plays} />
      <Answer plays={plays} />
    </Panel>
  )
}

function Range({plays, zone}: {plays: PlaysRef; zone: string}) {
  const {isTwelveHours} = useApplication().formats
  const control = useSelector(plays, s => s.children.timeRange)
  const range = useSelector(plays, ({context}) => context.range)
  const answer = useSelector(plays, ({context}) => context.answer)
  const hasFailed = useSelector(plays, s => s.matches('failed'))
  if (control === undefined || answer === null)
    return hasFailed ? null : <Skeleton height="var(--control)" width="16rem" />
  const {range: resolved, readAt: now} = answer
  return (
    <TimeRangeControl
      {...{control, range, resolved, zone}}
      hasLater={!followsNow(range) && resolved.end < now}
      shown={() => ({range, resolved, now, zone, isTwelveHours})}
      onStepped={direction => plays.send({type: 'range.stepped', direction})}
      onZoomedOut={() => plays.send({type: 'range.zoomedOut'})}
      onZoomedIn={() => plays.send({type: 'range.chosen', range: zoomedIn(range, resolved)})}
    />
  )
}

function SaveButton({plays}: {plays: PlaysRef}) {
  const isSaving = useSelector(plays, s => s.matches({loaded: 'saving'}))
  const hasPlays = useSelector(plays, ({context}) => (context.answer?.plays.length ?? 0) > 0)
  if (!hasPlays) return null
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} />}
      aria-disabled={isSaving}
      aria-busy={isSaving}
      onClick={() => plays.send({type: 'file.requested'})}
    >
      {isSaving ? buttons.saving : texts.save}
    </Button>
  )
}

function Missed({plays}: {plays: PlaysRef}) {
  const message = useSelector(plays, ({context}) => context.message)
  if (message === null) return null
  return (
    <div role="alert" className={styles.missed}>
      <p>{message}</p>
      <NoticeButton onClick={() => plays.send({type: 'retry.requested'})}>{buttons.retry}</NoticeButton>
    </div>
  )
}

function Answer({plays}: {plays: PlaysRef}) {
  const {formats} = useApplication()
  const answer = useSelector(plays, ({context}) => context.answer)
  const isLoading = useSelector(plays, s => s.matches('loading') || s.matches('awaitingServer'))
  if (answer === null) {
    return isLoading ? (
      <>
        <p role="status" className={spoken.spoken}>
          {texts.loading}
        </p>
        <Skeleton height="10rem" />
      </>
    ) : null
  }
  if (answer.plays.length === 0) return <p className={styles.quiet}>{texts.none}</p>
  const sum = sumOf(answer.plays)
  return (
    <>
      <p className={styles.quiet} role="status">
        {texts.sum(formats.exact(sum.plays), durationText(1000 * sum.seconds), formats.exact(sum.screens))}
        {' · '}
        <TimeText at={answer.readAt}>{texts.asOf(formats.time(answer.readAt, 'minute'))}</TimeText>
      </p>
      {answer.isCut && <p className={styles.quiet}>{texts.cut}</p>}
      <div className={styles.answer}>
        <MeasuredTable
          label={texts.table}
          rows={answer.plays}
          isBusy={isLoading}
          keyOf={({deviceId, assetId}) => `${deviceId} ${assetId}`}
          header={<Header />}
          cells={row => <Cells row={row} />}
        />
      </div>
    </>
  )
}

function Header() {
  const {columns} = texts
  return (
    <>
      <th scope="col">{columns.device}</th>
      <th scope="col">{columns.video}</th>
      <th scope="col" className={styles.number} data-number>
        {columns.whole}
      </th>
      <th scope="col" className={styles.wideNumber} data-number>
        {columns.brokenOff}
      </th>
      <th scope="col" className={styles.roomy} data-number>
        {columns.seconds}
      </th>
      <th scope="col" className={styles.wide}>
        {columns.first}
      </th>
      <th scope="col" className={styles.wide}>
        {columns.last}
      </th>
    </>
  )
}

function Cells({row}: {row: PlaysRow}) {
  const {formats} = useApplication()
  return (
    <>
      <th scope="row">
        <bdi>{row.deviceName}</bdi>
      </th>
      <td>
        <bdi>{row.assetName ?? texts.deleted}</bdi>
      </td>
      <td className={styles.number} data-number>
        {formats.exact(row.whole)}
      </td>
      <td className={styles.wideNumber} data-number>
        {formats.exact(row.brokenOff)}
      </td>
      <td className={styles.roomy} data-number>
        {durationText(1000 * row.seconds)}
      </td>
      <td className={styles.wide}>
        <TimeText at={row.first} precision="minute" />
      </td>
      <td className={styles.wide}>
        <TimeText at={row.last} precision="minute" />
      </td>
    </>
  )
}
