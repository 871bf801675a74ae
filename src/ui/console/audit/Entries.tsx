import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {deletedIds, filteredBy} from '../../../domain/audit'
import type {AuditTrailRef} from '../../../machines/console/auditTrail'
import {NoticeButton} from '../../kit/loading/Notice'
import {RetryButton, useFailure, useTried} from '../../kit/loading/Retry'
import {MeasuredTable} from '../../kit/table/MeasuredTable'
import {buttons} from '../../kit/text/texts'
import styles from './Audit.module.css'
import {columnsOf} from './columnsOf'
import {texts} from './texts'

/** The entries of the last search stay visible until those of the current one arrive. */
export function Entries({trail}: {trail: AuditTrailRef}) {
  const {isFailed, isRetrying} = useFailure(trail)
  const isLoaded = useSelector(trail, s => s.matches('loaded'))
  const isEmpty = useSelector(trail, ({context}) => context.entries.length === 0)
  if (isFailed) return <Failed trail={trail} isRetrying={isRetrying} />
  if (!isEmpty) return <Found trail={trail} />
  return isLoaded ? <Nothing trail={trail} /> : <p role="status">{texts.loading}</p>
}

function Found({trail}: {trail: AuditTrailRef}) {
  const entries = useSelector(trail, ({context}) => context.entries)
  const isSettled = useSelector(trail, s => s.matches('loaded'))
  const gone = useMemo(() => deletedIds(entries), [entries])
  return (
    <>
      <Bar trail={trail} />
      <div className={styles.found}>
        <MeasuredTable
          label={texts.heading}
          columns={columnsOf(trail, gone)}
          rows={entries}
          keyOf={({id}) => id}
          isBusy={!isSettled}
          onShown={lastInView => trail.send({type: 'rows.shown', lastInView})}
        />
      </div>
    </>
  )
}

function Bar({trail}: {trail: AuditTrailRef}) {
  const count = useSelector(trail, ({context}) => context.entries.length)
  const isAll = useSelector(trail, ({context}) => context.next === null)
  const isSettled = useSelector(trail, s => s.matches('loaded'))
  const isFetchingMore = useSelector(trail, s => s.matches({loaded: 'fetchingMore'}))
  const hasMissed = useSelector(trail, s => s.matches({loaded: 'missed'}))
  const missed = useTried(hasMissed, isFetchingMore)
  return (
    <div className={styles.bar}>
      <p role="status">
        {isSettled ? texts.count(count, isAll) : texts.searching}
        {isFetchingMore && ` · ${texts.loadingMore}`}
      </p>
      <Button variant="default" size="xs" onClick={() => trail.send({type: 'refresh.requested'})}>
        {texts.refresh}
      </Button>
      <Export trail={trail} />
      {missed.isFailed && <Missed trail={trail} isRetrying={missed.isRetrying} />}
    </div>
  )
}

function Export({trail}: {trail: AuditTrailRef}) {
  const isGathering = useSelector(trail, s => s.matches({loaded: 'gathering'}))
  const canExport = useSelector(trail, s => s.can({type: 'export.requested'}))
  const saved = useSelector(trail, ({context}) => context.saved)
  if (isGathering) {
    return (
      <>
        <p>{texts.gathering}</p>
        <Button variant="default" size="xs" onClick={() => trail.send({type: 'cancel.requested'})}>
          {buttons.cancel}
        </Button>
      </>
    )
  }
  return (
    <>
      <Button variant="default" size="xs" disabled={!canExport} onClick={() => trail.send({type: 'export.requested'})}>
        {texts.exportCsv}
      </Button>
      {saved !== null && <p role="status">{texts.saved(saved.count, saved.isAll)}</p>}
    </>
  )
}

function Missed({trail, isRetrying}: {trail: AuditTrailRef; isRetrying: boolean}) {
  const message = useSelector(trail, ({context}) => context.message)
  return (
    <>
      <p role="alert">
        {message} {texts.missed}
      </p>
      <RetryButton size="xs" isBusy={isRetrying} onClick={() => trail.send({type: 'retry.requested'})} />
    </>
  )
}

function Failed({trail, isRetrying}: {trail: AuditTrailRef; isRetrying: boolean}) {
  const message = useSelector(trail, ({context}) => context.message)
  return (
    <div className={styles.message}>
      <p role="alert">{message}</p>
      <RetryButton isBusy={isRetrying} onClick={() => trail.send({type: 'retry.requested'})} />
    </div>
  )
}

function Nothing({trail}: {trail: AuditTrailRef}) {
  const isFiltered = useSelector(trail, ({context}) => filteredBy(context.filter).length > 0)
  return (
    <div className={styles.message}>
      <p role="status">
        <strong>{texts.empty}</strong> {isFiltered ? texts.emptyFiltered : texts.emptyHint}
      </p>
      <NoticeButton onClick={() => trail.send({type: 'refresh.requested'})}>{texts.refresh}</NoticeButton>
    </div>
  )
}
