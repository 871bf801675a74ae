import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {isOff} from '../../../../contract/rules/thresholds'
import {
  holdsSomethingElse,
  storedUnit,
  type ThresholdLevels,
  type ThresholdRow,
  thresholdRows,
} from '../../../domain/console/thresholds/levels'
import {texts as rules} from '../../../domain/console/thresholds/texts'
import {duration} from '../../../domain/console/thresholds/words'
import {limitsOf, limitText} from '../../../domain/telemetry/limits'
import type {ThresholdsRef} from '../../../machines/console/thresholds'
import {useApplication} from '../../kit/application'
import {SeverityMark} from '../../kit/SeverityMark'
import {recordPath} from '../paths'
import styles from './Thresholds.module.css'
import {texts} from './texts'

export function ThresholdTable({thresholds}: {thresholds: ThresholdsRef}) {
  const levels = useSelector(thresholds, ({context}) => context.levels)
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
        <table className={styles.table} aria-label={texts.title}>
          <thead>
            <tr>
              {(['key', 'limits', 'from', 'actions'] as const).map(column => (
                <th key={column} scope="col" className={column === 'from' ? styles.wide : undefined}>
                  {texts.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <Row key={`${row.from.kind} ${row.key}`} {...{thresholds, levels, row}} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

interface RowProps {
  thresholds: ThresholdsRef
  levels: ThresholdLevels
  row: ThresholdRow
}

function Row({thresholds, levels, row}: RowProps) {
  const {key, isOwn} = row
  const edit = texts[isOwn ? 'edit' : 'override']
  return (
    <tr data-own={isOwn || undefined}>
      <th scope="row" className={styles.key}>
        <bdi>{key}</bdi>
        <span className={styles.narrow}>
          <From row={row} />
        </span>
      </th>
      <td>
        <Limits {...{levels, row}} />
      </td>
      <td className={styles.wide}>
        <From row={row} />
      </td>
      <td className={styles.actions}>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={edit.what(key)}
          onClick={() => thresholds.send({type: 'edit.requested', row})}
        >
          {edit.label}
        </Button>
        {isOwn && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.remove.what(key)}
            onClick={() => thresholds.send({type: 'delete.requested', key})}
          >
            {texts.remove.label}
          </Button>
        )}
      </td>
    </tr>
  )
}

function From({row: {from, isOwn}}: Pick<RowProps, 'row'>) {
  return isOwn ? texts.own : <Link to={recordPath(from.kind, from.id)}>{texts.from[from.kind]}</Link>
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
  const {silentAfter} = threshold
  return (
    <ul className={styles.limits}>
      {limitsOf(threshold).map(limit => (
        <li key={`${limit.severity} ${limit.side}`}>
          <SeverityMark severity={limit.severity}>{limitText(limit, formats.exact(limit.value, unit))}</SeverityMark>
        </li>
      ))}
      {silentAfter !== null && <li>{texts.silent(duration(silentAfter))}</li>}
    </ul>
  )
}
