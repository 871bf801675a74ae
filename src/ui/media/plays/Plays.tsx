import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {Formats} from '../../../domain/format/formats'
import {durationText} from '../../../domain/media/measures'
import {type Plays as PlaysRow, sumOf} from '../../../domain/media/play'
import type {PlaysLogic, PlaysRef} from '../../../machines/media/plays'
import {useApplication} from '../../kit/application'
import {NoticeButton} from '../../kit/loading/Notice'
import {Skeleton} from '../../kit/loading/Skeleton'
import {IconDownload} from '../../kit/mark/icons'
import {Panel} from '../../kit/Panel'
import type {DataColumn} from '../../kit/table/DataTable'
import {MeasuredTable} from '../../kit/table/MeasuredTable'
import spoken from '../../kit/text/Spoken.module.css'
import {TimeText} from '../../kit/text/TimeText'
import {buttons} from '../../kit/text/texts'
import {AnsweredRange} from '../../kit/timeRange/AnsweredRange'
import styles from './Plays.module.css'
import {texts} from './texts'

/** The plays that the screens have reported. */
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
  const control = useSelector(plays, s => s.children.timeRange)
  const answer = useSelector(plays, ({context}) => context.answer)
  const hasFailed = useSelector(plays, s => s.matches('failed'))
  if (control === undefined || answer === null)
    return hasFailed ? null : <Skeleton height="var(--control)" width="16rem" />
  return <AnsweredRange machine={plays} answer={answer} zone={zone} />
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
          columns={columnsOf(formats)}
          rows={answer.plays}
          isBusy={isLoading}
          keyOf={({deviceId, assetId}) => `${deviceId} ${assetId}`}
        />
      </div>
    </>
  )
}

const columnsOf = (formats: Formats): DataColumn<PlaysRow>[] => [
  {name: 'device', head: texts.columns.device, isRowHeader: true, cell: ({deviceName}) => <bdi>{deviceName}</bdi>},
  {name: 'video', head: texts.columns.video, cell: ({assetName}) => <bdi>{assetName ?? texts.deleted}</bdi>},
  {
    name: 'whole',
    head: texts.columns.whole,
    isNumber: true,
    className: styles.number,
    cell: ({whole}) => formats.exact(whole),
  },
  {
    name: 'brokenOff',
    head: texts.columns.brokenOff,
    isNumber: true,
    className: styles.wideNumber,
    cell: ({brokenOff}) => formats.exact(brokenOff),
  },
  {
    name: 'seconds',
    head: texts.columns.seconds,
    isNumber: true,
    className: styles.roomy,
    cell: ({seconds}) => durationText(1000 * seconds),
  },
  {
    name: 'first',
    head: texts.columns.first,
    className: styles.wide,
    cell: ({first}) => <TimeText at={first} precision="minute" />,
  },
  {
    name: 'last',
    head: texts.columns.last,
    className: styles.wide,
    cell: ({last}) => <TimeText at={last} precision="minute" />,
  },
]
