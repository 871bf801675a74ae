import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useRef} from 'react'
import {Link, useSearchParams} from 'react-router-dom'
import {isOff} from '../../../../contract/rules/thresholds'
import {askedThreshold} from '../../../domain/console/paths'
import {
  holdsSomethingElse,
  storedUnit,
  type ThresholdLevels,
  type ThresholdOwner,
  type ThresholdRow,
  thresholdRows,
} from '../../../domain/console/thresholds/levels'
import {texts as rules} from '../../../domain/console/thresholds/texts'
import {duration} from '../../../domain/console/thresholds/words'
import {limitsOf, limitText} from '../../../domain/telemetry/limits'
import type {ThresholdsRef} from '../../../machines/console/thresholds'
import {alarmsOfPath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {EntriesList} from '../../kit/loading/EntriesList'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {Panel} from '../../kit/Panel'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import {RowButton} from '../../kit/table/RowButton'
import {usePaths} from '../../kit/viewer'
import {useConsole} from '../logic'
import {ThresholdDialog} from './ThresholdDialog'
import styles from './Thresholds.module.css'
import {texts} from './texts'

/** Lists what is normal for the keys of a device, customer or organisation, and edits its own thresholds. */
export function Thresholds({isReadOnly = false, ...owner}: ThresholdOwner & {isReadOnly?: boolean}) {
  return (
    <RunningThresholds key={`${owner.kind} ${owner.id} ${owner.customerId}`} owner={owner} isReadOnly={isReadOnly} />
  )
}

function RunningThresholds({owner, isReadOnly}: {owner: ThresholdOwner; isReadOnly: boolean}) {
  const [search] = useSearchParams()
  const asked = isReadOnly ? null : askedThreshold(search)
  const logic = useConsole()
  const thresholds = useActorRef(logic.thresholds, {input: {owner, asked}})
  const addButton = useRef<HTMLButtonElement>(null)
  const isThere = useSelector(thresholds, s => s.matches('loaded'))
  return (
    <Panel
      title={texts.title}
      actions={
        isThere &&
        !isReadOnly && (
          <Button ref={addButton} size="xs" onClick={() => thresholds.send({type: 'add.requested'})}>
            {texts.add}
          </Button>
        )
      }
    >
      <EntriesList entries={thresholds} loading={texts.loading} className={styles.note}>
        <ThresholdTable thresholds={thresholds} isReadOnly={isReadOnly} />
      </EntriesList>
      <ThresholdDialog
        thresholds={thresholds}
        preview={logic.thresholdPreview}
        onGone={() => addButton.current?.focus()}
      />
    </Panel>
  )
}

function ThresholdTable({thresholds, isReadOnly}: {thresholds: ThresholdsRef; isReadOnly: boolean}) {
  const levels = useSelector(thresholds, ({context}) => context.loaded)
  if (levels === null) return null
  const rows = thresholdRows(levels)
  return (
    <div className={styles.room}>
      {levels.unreadable.map(kind => (
        <p key={kind} className={styles.note}>
          {texts.unreadable[kind]}
        </p>
      ))}
      {holdsSomethingElse(levels.own.attribute) && <p className={styles.note}>{texts.somethingElse}</p>}
      {rows.length === 0 ? (
        <p className={styles.note}>{texts.none}</p>
      ) : (
        <DataTable
          className={styles.table}
          label={texts.title}
          columns={columnsOf(thresholds, levels).filter(({name}) => !isReadOnly || name !== 'actions')}
          rows={rows}
          keyOf={({from, key}) => `${from.kind} ${key}`}
        />
      )}
    </div>
  )
}

const columnsOf = (thresholds: ThresholdsRef, levels: ThresholdLevels): DataColumn<ThresholdRow>[] => [
  {
    name: 'key',
    head: texts.columns.key,
    isRowHeader: true,
    cell: row => (
      <>
        <bdi>{row.key}</bdi>
        <span className={styles.narrow}>
          <From row={row} />
        </span>
      </>
    ),
  },
  {name: 'limits', head: texts.columns.limits, cell: row => <Limits levels={levels} row={row} />},
  {name: 'from', head: texts.columns.from, className: styles.wide, cell: row => <From row={row} />},
  {
    name: 'alarms',
    head: texts.columns.alarms,
    cell: ({key}) => {
      const {owner} = thresholds.getSnapshot().context.input
      return (
        <Link to={alarmsOfPath(key, owner.kind === 'device' ? owner.id : null)} aria-label={texts.alarmsOf(key)}>
          {texts.showAlarms}
        </Link>
      )
    },
  },
  {
    name: 'actions',
    head: texts.columns.actions,
    className: styles.actions,
    cell: row => <Actions thresholds={thresholds} row={row} />,
  },
]

interface RowProps {
  thresholds: ThresholdsRef
  levels: ThresholdLevels
  row: ThresholdRow
}

function Actions({thresholds, row}: Omit<RowProps, 'levels'>) {
  const {key, isOwn} = row
  return (
    <>
      <RowButton
        text={texts[isOwn ? 'edit' : 'override']}
        name={key}
        onClick={() => thresholds.send({type: 'edit.requested', row})}
      />
      {isOwn && (
        <RowButton text={texts.remove} name={key} onClick={() => thresholds.send({type: 'deletion.requested', row})} />
      )}
    </>
  )
}

function From({row: {from, isOwn}}: Pick<RowProps, 'row'>) {
  const paths = usePaths()
  return isOwn ? texts.own[from.kind] : <Link to={paths.record(from.kind, from.id)}>{texts.from[from.kind]}</Link>
}

function Limits({levels, row: {key, threshold, fault}}: Omit<RowProps, 'thresholds'>) {
  const {formats} = useApplication()
  if (threshold === null)
    return (
      <span className={styles.fault}>
        {texts.faulty}: {fault !== null && rules.faults[fault]}
      </span>
    )
  if (isOff(threshold)) return texts.off
  const unit = storedUnit(levels, key)
  const {silentAfter, unusual} = threshold
  return (
    <ul className={styles.limits}>
      {limitsOf(threshold).map(limit => (
        <li key={`${limit.severity} ${limit.side}`}>
          <SeverityMark severity={limit.severity}>{limitText(limit, formats.exact(limit.value, unit))}</SeverityMark>
        </li>
      ))}
      {silentAfter !== null && <li>{texts.silent(duration(silentAfter))}</li>}
      {unusual !== undefined && (
        <li>
          <SeverityMark severity={unusual.severity}>{texts.unusual}</SeverityMark>
        </li>
      )}
    </ul>
  )
}
